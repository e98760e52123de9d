import { readFileSync } from 'node:fs';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calls } from '#protocol/calls.ts';
import { isPrivateTopic, topicKind } from '#protocol/core/stream/channels.ts';
import { closeCodes, streamLimits } from '#server/stream/stream-limits.ts';
import { readClientFrame } from '#server/stream/client-requests.ts';
import { edgeForTest } from '../testing.ts';
import { clientFrames, closeCodeMeanings, serverFrames, streamBounds } from './stream-frames.ts';
import { topicFacts } from './stream-topics.ts';

const app = edgeForTest({});
let page = '';

beforeAll(async () => {
  page = (await app.inject('/api/docs')).body;
});
afterAll(() => app.close());

describe('the page of the API', () => {
  it('is HTML without a script, a style attribute or anything from elsewhere', async () => {
    const answer = await app.inject('/api/docs');
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(answer.headers['content-security-policy']).toContain("require-trusted-types-for 'script'");
    expect(page).not.toMatch(/<script|<style|\sstyle=|\son\w+=|https?:\/\/(?!t\.me)/);
  });

  it('shows every call, topic and frame', () => {
    for (const name of Object.keys(calls)) expect(page).toContain(`<code>/${name.split(' ')[1]}</code>`);
    for (const { address } of Object.values(topicFacts)) expect(page).toContain(`<code>${address}</code>`);
    for (const op of [...Object.keys(clientFrames), ...Object.keys(serverFrames)]) {
      expect(page).toContain(`<code class="name">${op}</code>`);
    }
  });

  it('shows what may be done in the chat', () => {
    expect(page).toContain('id="schema-chatact"');
    for (const act of ['say', 'read', 'remove', 'report']) expect(page).toContain(`<code>${act}</code>`);
  });

  it('has no dead links', () => {
    const ids = new Set([...page.matchAll(/ id="([^"]+)"/g)].map((match) => match[1]));
    const targets = [...page.matchAll(/href="#([^"]+)"/g)].map((match) => match[1]);
    expect(targets.length).toBeGreaterThan(200);
    expect(targets.filter((target) => !ids.has(target))).toEqual([]);
    expect([...page.matchAll(/ id="([^"]+)"/g)].length).toBe(ids.size);
  });

  it('is compressed if accepted', async () => {
    for (const url of ['/api/docs', '/api/openapi.json']) {
      const plain = await app.inject(url);
      for (let asked = 0; asked < 2; asked += 1) {
        const brotli = await app.inject({ url, headers: { 'accept-encoding': 'gzip, br' } });
        expect([brotli.headers['content-encoding'], brotli.headers['vary']]).toEqual(['br', 'accept-encoding']);
        expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(plain.body);
      }
      const gzip = await app.inject({ url, headers: { 'accept-encoding': 'gzip' } });
      expect(gunzipSync(gzip.rawPayload).toString()).toBe(plain.body);
    }
  });

  it('names its stylesheet by content hash', async () => {
    const [, address = ''] = /rel="stylesheet" href="([^"]+)"/.exec(page) ?? [];
    const styles = await app.inject(address);
    expect(styles.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(styles.headers['content-type']).toBe('text/css; charset=utf-8');
    expect(styles.body).toBe(readFileSync(new URL('page/docs.css', import.meta.url), 'utf8'));
  });

  it('uses the colours of the app', () => {
    const tokens = readFileSync(new URL('../../../app/ui/tokens.css', import.meta.url), 'utf8');
    const own = readFileSync(new URL('page/docs.css', import.meta.url), 'utf8');
    const valuesOf = (css: string) =>
      new Map(
        [...css.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map(([, name, value]) => [name, value?.replaceAll(/\s+/g, ' ')]),
      );
    const [darkTokens = '', lightTokens = ''] = tokens.split("[data-theme='light']");
    const [darkOwn = '', lightOwn = ''] = own.split('prefers-color-scheme: light');
    expect(lightTokens).not.toBe('');
    for (const [mine, theirs] of [
      [valuesOf(darkOwn), valuesOf(darkTokens)],
      [valuesOf(lightOwn), valuesOf(lightTokens)],
    ] as const) {
      expect(mine.size).toBeGreaterThan(10);
      for (const [name, value] of mine) expect([name, value]).toEqual([name, theirs.get(name)]);
    }
  });
});

describe('the stream’s description', () => {
  it('names topics as the protocol reads them', () => {
    for (const [kind, { example }] of Object.entries(topicFacts)) expect(topicKind(example)).toBe(kind);
    for (const { example, access } of Object.values(topicFacts)) {
      expect([example, access !== 'Anybody']).toEqual([example, isPrivateTopic(example)]);
    }
  });

  it('has frames that the exchange understands', () => {
    for (const [op, { example }] of Object.entries(clientFrames)) {
      expect(readClientFrame(JSON.stringify(example), 200)).toEqual({ ...example, op });
    }
  });

  it('states the limits of the stream', () => {
    const text = streamBounds.join(' ');
    expect(text).toContain(`${streamLimits.topicsPerConnection} topics`);
    expect(text).toContain(`${streamLimits.frameMaxBytes / 1_024} KB`);
    expect(text).toContain(`${streamLimits.silenceMs / 1_000} seconds`);
  });

  it('knows every close code', () => {
    expect(Object.keys(closeCodeMeanings).map(Number)).toEqual(expect.arrayContaining(Object.values(closeCodes)));
  });
});
