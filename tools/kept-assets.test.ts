import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { setAssetsAside } from './kept-assets.ts';

const hourMs = 3_600_000;
let folder: string;
let app: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'kept-assets-'));
  app = path.join(folder, 'app');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** One build that leaves these files, at a time. */
async function build(nowMs: number, ...names: readonly string[]): Promise<string[]> {
  const aside = await setAssetsAside(app);
  await mkdir(path.join(app, 'assets'), { recursive: true });
  for (const name of names) await writeFile(path.join(app, 'assets', name), `made at ${nowMs}`);
  await aside.putBack(nowMs);
  return (await readdir(path.join(app, 'assets'))).toSorted((a, b) => a.localeCompare(b));
}

it('keeps the files of a superseded build for a day from when it was superseded', async () => {
  expect(await build(0, 'a-1.js', 'a-1.js.br', 'a-1.js.map')).toEqual(['a-1.js', 'a-1.js.br', 'a-1.js.map']);
  expect(await build(100 * hourMs, 'a-2.js')).toEqual(['a-1.js', 'a-1.js.br', 'a-2.js']);
  expect(await build(123 * hourMs, 'a-3.js')).toEqual(['a-1.js', 'a-1.js.br', 'a-2.js', 'a-3.js']);
  expect(await build(124 * hourMs, 'a-4.js')).toEqual(['a-2.js', 'a-3.js', 'a-4.js']);
});

it('takes a file that is made again as new', async () => {
  await build(0, 'a-1.js');
  await build(1, 'a-2.js');
  expect(await build(2, 'a-1.js')).toEqual(['a-1.js', 'a-2.js']);
  expect(await readFile(path.join(app, 'assets', 'a-1.js'), 'utf8')).toBe('made at 2');
  expect(await build(30 * hourMs, 'a-3.js')).toEqual(['a-1.js', 'a-3.js']);
});

it('keeps what a file was compressed to when it is made again the same', async () => {
  await build(0, 'a-1.js', 'b-1.js');
  for (const name of ['a-1.js.br', 'a-1.js.gz', 'b-1.js.br']) await writeFile(path.join(app, 'assets', name), 'packed');
  const aside = await setAssetsAside(app);
  await mkdir(path.join(app, 'assets'), { recursive: true });
  await writeFile(path.join(app, 'assets', 'a-1.js'), 'made at 0');
  await writeFile(path.join(app, 'assets', 'b-1.js'), 'another of that name');
  await aside.putBack(1);
  expect((await readdir(path.join(app, 'assets'))).toSorted()).toEqual(['a-1.js', 'a-1.js.br', 'a-1.js.gz', 'b-1.js']);
  expect(await readFile(path.join(app, 'assets', 'b-1.js'), 'utf8')).toBe('another of that name');
  // It is of the new build: superseded from when the next takes its place.
  expect(await build(25 * hourMs, 'c-1.js')).toContain('a-1.js.br');
});
