import { globSync } from 'node:fs';
import path from 'node:path';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import type * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { anyCallRefuses, type CallSpec } from '#protocol/core/call.ts';
import { calls } from '#protocol/calls.ts';
import { codes } from '#protocol/core/codes.ts';
import { toReferredSchemas } from './json-schemas.ts';
import { namedSchemas } from './named-schemas.ts';
import { openApiDocument } from './openapi.ts';
import { tags } from '#protocol/core/tags.ts';

type Json = Record<string, unknown>;

const document = openApiDocument('/api/');
const operations = Object.values(document['paths'] as Record<string, Record<string, Json>>).flatMap((ofPath) =>
  Object.values(ofPath),
);

describe('the OpenAPI document', () => {
  it('passes the strict rules of the linter, every one of them', async () => {
    const config = await createConfig({ extends: ['recommended-strict'] });
    const problems = await lintFromString({
      source: JSON.stringify(document),
      absoluteRef: path.join(import.meta.dirname, 'openapi.json'),
      config,
    });
    expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([]);
  }, 120_000);

  it('gives every array its items', () => {
    const without: string[] = [];
    const visit = (value: unknown, at: string): void => {
      if (typeof value !== 'object' || value === null) return;
      if ((value as Json)['type'] === 'array' && !('items' in value)) without.push(at);
      for (const [key, inner] of Object.entries(value)) visit(inner, `${at}/${key}`);
    };
    visit(document, '');
    expect(without).toEqual([]);
  });

  it('has calls under every tag', () => {
    expect(new Set(Object.values<CallSpec>(calls).map(({ tag }) => tag))).toEqual(new Set(Object.keys(tags)));
  });

  it('lists for every call the codes it may refuse with', () => {
    for (const [name, spec] of Object.entries<CallSpec>(calls)) {
      const id = name.replaceAll(/[^A-Za-z0-9]+/g, '-').replace(/-$/, '');
      const operation = operations.find(({ operationId }) => operationId === id);
      const listed = ((operation?.['x-codes'] ?? []) as readonly { code: number }[]).map(({ code }) => code);
      expect(listed).toEqual(expect.arrayContaining(spec.refuses.map((codeName) => codes[codeName])));
      const text = JSON.stringify(operation?.['responses']);
      for (const codeName of [...spec.refuses, ...anyCallRefuses]) expect(text).toContain(String(codes[codeName]));
    }
  });
});

describe('named schemas', () => {
  it('hold every entity of the protocol', async () => {
    const folder = path.join(import.meta.dirname, '../../../protocol/entities');
    const known = new Set(Object.values(namedSchemas));
    const missing: string[] = [];
    for (const file of globSync('*.ts', { cwd: folder })) {
      const exported = (await import(path.join(folder, file))) as Record<string, v.GenericSchema>;
      for (const [name, schema] of Object.entries(exported)) if (!known.has(schema)) missing.push(`${file}: ${name}`);
    }
    expect(missing).toEqual([]);
  });

  it('are the same for what is sent and what is answered', () => {
    // Texts that are cleaned on their way in are the one difference: their lengths are counted afterwards.
    const cleaned = ['AccountName', 'BindingRequest', 'ChatAct'];
    const both = Object.fromEntries(Object.entries(namedSchemas).filter(([name]) => !cleaned.includes(name)));
    expect(toReferredSchemas(both, 'input').named).toEqual(toReferredSchemas(both, 'output').named);
  });

  it('stand in the document once: nothing repeats their fields', () => {
    const { schemas } = document['components'] as { schemas: Record<string, Json> };
    const bodies = new Map(
      Object.entries(schemas)
        .filter(([, schema]) => Object.keys((schema['properties'] ?? {}) as Json).length > 3)
        .map(([name, { properties }]) => [JSON.stringify(properties), name]),
    );
    const repeated: string[] = [];
    const visit = (value: unknown, at: string): void => {
      if (typeof value !== 'object' || value === null) return;
      const name = bodies.get(JSON.stringify((value as Json)['properties']));
      if (name !== undefined && at !== `/components/schemas/${name}`) repeated.push(`${name} at ${at}`);
      for (const [key, inner] of Object.entries(value)) visit(inner, `${at}/${key}`);
    };
    visit(document, '');
    expect(repeated).toEqual([]);
  });
});
