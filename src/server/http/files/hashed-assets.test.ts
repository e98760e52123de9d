import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HashedAssets } from './hashed-assets.ts';

const script = 'main-Ab3dEf9h.js';

describe('hashed assets', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'dunlin-assets-'));
    writeFileSync(join(folder, script), 'let main');
    writeFileSync(join(folder, `${script}.br`), 'compressed');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('come as the build compressed them, or as they are', async () => {
    const assets = new HashedAssets(folder);
    const found = async (encoding: 'br' | 'gzip' | null) => {
      const asset = await assets.find(script, encoding);
      return [asset?.bytes.toString(), asset?.encoding, asset?.type];
    };
    const type = 'text/javascript; charset=utf-8';
    expect(await found('br')).toEqual(['compressed', 'br', type]);
    expect(await found('gzip')).toEqual(['let main', null, type]);
    expect(await found(null)).toEqual(['let main', null, type]);
  });

  it('are read once: a newer build that takes them away leaves them to pages of the older one', async () => {
    const assets = new HashedAssets(folder);
    await assets.find(script, 'br');
    rmSync(join(folder, `${script}.br`));
    rmSync(join(folder, script));
    expect((await assets.find(script, 'br'))?.bytes.toString()).toBe('compressed');
    expect(await assets.find(script, 'gzip')).toBeNull();
  });

  it('are compressed quickly for each request until the build has compressed them', async () => {
    const name = 'later-Ab3dEf9h.js';
    const text = 'let later = 1;\n'.repeat(200);
    writeFileSync(join(folder, name), text);
    const assets = new HashedAssets(folder);
    const [small, common] = [await assets.find(name, 'br'), await assets.find(name, 'gzip')];
    expect([small?.encoding, common?.encoding]).toEqual(['br', 'gzip']);
    expect(brotliDecompressSync(small?.bytes ?? '').toString()).toBe(text);
    expect(gunzipSync(common?.bytes ?? '').toString()).toBe(text);
    expect((await assets.find(name, null))?.bytes.toString()).toBe(text);
    writeFileSync(join(folder, `${name}.br`), 'as small as it gets');
    expect((await assets.find(name, 'br'))?.bytes.toString()).toBe('as small as it gets');
  });

  it('are of no other name', async () => {
    writeFileSync(join(folder, 'plain.js'), 'no hash');
    const assets = new HashedAssets(join(folder, 'inner'));
    for (const name of ['plain.js', `../${script}`, `..%2f${script}`, '.env', `${script}.br`])
      expect([name, await assets.find(name, null)]).toEqual([name, null]);
  });

  it('take no more memory than they may', async () => {
    const big = Buffer.alloc(6 * 1024 * 1024, 1);
    const names = ['a', 'b', 'c'].map((letter) => `${letter}-Ab3dEf9h.css`);
    for (const name of names) writeFileSync(join(folder, name), big);
    const assets = new HashedAssets(folder);
    for (const name of names) await assets.find(name, null);
    for (const name of names) rmSync(join(folder, name));
    const there = await Promise.all(names.map(async (name) => (await assets.find(name, null)) !== null));
    expect(there).toEqual([false, true, true]);
  });
});
