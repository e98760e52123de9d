import { linkSync, mkdirSync, mkdtempSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { sourcesKey } from './sources-key.ts';

const patterns = ['one.json', 'src/**/*', 'tools/styles/*.ts'];
let root: string;

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'sources-key-'));
  write('one.json', '1');
  write('src/a.ts', 'a');
  write('src/deep/er/b.ts', 'b');
  write('tools/styles/c.ts', 'c');
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(root, { recursive: true, force: true });
});

function write(file: string, text: string): void {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), text);
}

const key = (...extra: readonly string[]) => sourcesKey(patterns, extra, root);

/** Later than anything that was written: what is read from here on is remembered. */
const settle = () => vi.useFakeTimers({ now: Date.now() + 60_000, toFake: ['Date'] });

it('is the same for the same contents, wherever they are and whatever was remembered', async () => {
  const first = await key();
  expect(first).toMatch(/^[0-9a-f]{64}$/);
  settle();
  expect(await key()).toBe(first);
  expect(await key()).toBe(first);
  const elsewhere = `${root}-moved`;
  renameSync(root, elsewhere);
  root = elsewhere;
  expect(await key()).toBe(first);
  rmSync(path.join(root, 'node_modules'), { recursive: true });
  expect(await key()).toBe(first);
});

it('changes with a file more, a file less, another name, and what else counts', async () => {
  settle();
  const keys = [await key(), await key('a'), await key('a', 'b'), await key('b', 'a')];
  write('src/deep/c.ts', '');
  keys.push(await key());
  renameSync(path.join(root, 'src/deep/c.ts'), path.join(root, 'src/deep/d.ts'));
  keys.push(await key());
  rmSync(path.join(root, 'src/a.ts'));
  keys.push(await key());
  rmSync(path.join(root, 'one.json'));
  keys.push(await key());
  expect(new Set(keys).size).toBe(keys.length);
});

it('sees no tests and nothing that no pattern names', async () => {
  const first = await key();
  write('src/a.test.ts', 'test');
  write('src/deep/b.test.tsx', 'test');
  write('tools/styles/deep/c.ts', 'deep');
  write('tools/styles/c.js', 'script');
  write('two.json', '2');
  expect(await key()).toBe(first);
});

it('sees an edit that leaves size and date as they were', async () => {
  settle();
  const date = new Date('2026-01-02T03:04:05Z');
  utimesSync(path.join(root, 'src/a.ts'), date, date);
  const first = await key();
  expect(await key()).toBe(first);
  write('src/a.ts', 'z');
  utimesSync(path.join(root, 'src/a.ts'), date, date);
  expect(await key()).not.toBe(first);
});

it('sees a file that another of the same size and date took the place of', async () => {
  settle();
  const date = new Date('2026-01-02T03:04:05Z');
  write('outside', 'z');
  for (const file of ['outside', 'src/a.ts']) utimesSync(path.join(root, file), date, date);
  const first = await key();
  rmSync(path.join(root, 'src/a.ts'));
  linkSync(path.join(root, 'outside'), path.join(root, 'src/a.ts'));
  expect(await key()).not.toBe(first);
});

it('sees two edits within one tick of the clock of a file system', async () => {
  // As a clock that stands still says it: the stamp of the second edit is that of the first.
  const first = await key();
  const at = statSync(path.join(root, 'src/a.ts'), { bigint: true });
  const keyWithoutClock = () => sourcesKey(patterns, [], root, () => at);
  expect(await keyWithoutClock()).toBe(first);
  write('src/a.ts', 'z');
  expect(await keyWithoutClock()).not.toBe(first);
});

it('reads again what it cannot remember', async () => {
  const first = await key();
  rmSync(path.join(root, 'node_modules'), { recursive: true, force: true });
  write('node_modules', 'no folder');
  expect(await key()).toBe(first);
  rmSync(path.join(root, 'node_modules'));
  settle();
  await key();
  const folder = path.join(root, 'node_modules/.cache/sources');
  rmSync(folder, { recursive: true });
  mkdirSync(folder);
  expect(await key()).toBe(first);
});
