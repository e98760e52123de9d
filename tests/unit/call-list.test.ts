import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { CallSpec } from '#protocol/core/call.ts';
import { calls } from '#protocol/calls.ts';

const root = path.join(import.meta.dirname, '../..');

interface SpecifiedCall {
  readonly area: string;
  readonly access: string;
}

/** The specification's list of calls: path, area, verbs, access and purpose, one line each. */
function specifiedCalls(): ReadonlyMap<string, SpecifiedCall> {
  const [, ...lines] = readFileSync(path.join(import.meta.dirname, 'specified-calls.tsv'), 'utf8')
    .trim()
    .split('\n');
  return new Map(
    lines.flatMap((line) => {
      const [callPath = '', area = '', verbs = '', access = ''] = line.split('\t');
      return verbs.split(',').map((verb): [string, SpecifiedCall] => [`${verb} ${callPath}`, { area, access }]);
    }),
  );
}

const specified = specifiedCalls();
const declared = new Map<string, CallSpec>(Object.entries(calls));
const deviations = readFileSync(path.join(root, 'docs/spec-deviations.md'), 'utf8');
const documented = new Set(Array.from(deviations.matchAll(/`((?:GET|POST|PUT|DELETE) [^`]+)`/g), ([, call]) => call));

function differs(call: string): boolean {
  const ours = declared.get(call);
  const theirs = specified.get(call);
  if (ours === undefined || theirs === undefined) return true;
  return ours.area !== theirs.area || ours.access !== theirs.access;
}

describe('the table of calls', () => {
  const different = [...new Set([...declared.keys(), ...specified.keys()])].filter(differs);

  it('differs from the specification only where the page of deviations says so', () => {
    expect(different.filter((call) => !documented.has(call))).toEqual([]);
  });

  it('has every call that the page of deviations names', () => {
    expect([...documented].filter((call) => call !== undefined && !declared.has(call))).toEqual([]);
  });
});
