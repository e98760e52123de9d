import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { compressFiles } from './compress-files.ts';

const text = 'let a = 1;\n'.repeat(400);
let root: string;
let folder: string;

beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'compress-files-'));
  folder = path.join(root, 'dist/app');
  await mkdir(path.join(folder, 'assets'), { recursive: true });
});
afterEach(() => rm(root, { recursive: true, force: true }));

const there = async () =>
  (await readdir(folder, { recursive: true })).filter((name) => /\.(?:br|gz)$/.test(name)).toSorted();

it('packs texts that gain by it, once', async () => {
  await writeFile(path.join(folder, 'large.js'), 'let a = 1;\n'.repeat(400));
  await writeFile(path.join(folder, 'small.js'), 'let a = 1;');
  await writeFile(path.join(folder, 'picture.png'), 'x'.repeat(4_000));
  await compressFiles(folder);
  await compressFiles(folder);
  const names = (await readdir(folder)).filter((name) => name !== 'assets').toSorted((a, b) => a.localeCompare(b));
  expect(names).toEqual(['large.js', 'large.js.br', 'large.js.gz', 'picture.png', 'small.js']);
});

it('compresses to what it was', async () => {
  await writeFile(path.join(folder, 'assets/large.js'), text);
  expect(await compressFiles(folder, { atATime: 2 })).toBe(true);
  expect(await there()).toEqual(['assets/large.js.br', 'assets/large.js.gz']);
  expect(brotliDecompressSync(await readFile(path.join(folder, 'assets/large.js.br'))).toString()).toBe(text);
  expect(gunzipSync(await readFile(path.join(folder, 'assets/large.js.gz'))).toString()).toBe(text);
});

it('goes on where it was interrupted, pages and scripts first, and leaves nothing behind', async () => {
  for (const name of ['a.svg', 'b.css', 'c.js', 'index.html']) await writeFile(path.join(folder, name), text);
  let asked = 0;
  expect(await compressFiles(folder, { isWanted: () => (asked += 1) < 3 })).toBe(false);
  expect(await there()).toEqual(['c.js.br', 'c.js.gz', 'index.html.br', 'index.html.gz']);
  expect(await readdir(path.dirname(folder))).toEqual(['app']);
  const before = await readFile(path.join(folder, 'c.js.br'));
  expect(await compressFiles(folder)).toBe(true);
  expect(await there()).toHaveLength(8);
  expect(await readFile(path.join(folder, 'c.js.br'))).toEqual(before);
});

it('compresses again what is newer than its compressed form, as a page that was built meanwhile', async () => {
  const page = path.join(folder, 'index.html');
  await writeFile(page, text);
  await compressFiles(folder);
  await writeFile(page, `${text}// newer`);
  const later = new Date(Date.now() + 1_000);
  await utimes(page, later, later);
  await compressFiles(folder);
  expect(brotliDecompressSync(await readFile(`${page}.br`)).toString()).toBe(`${text}// newer`);
});

it('removes what a process left that was killed, and nothing of one that runs', async () => {
  await writeFile(path.join(folder, 'a.js'), text);
  const dead = spawn(process.execPath, ['--version']);
  await once(dead, 'exit');
  const own = `compressing-${process.pid}-a`;
  for (const name of [`compressing-${dead.pid}-a`, own]) await mkdir(path.join(root, 'dist', name));
  await compressFiles(folder);
  expect((await readdir(path.join(root, 'dist'))).toSorted()).toEqual(['app', own]);
});

it('stops at a file that is gone', async () => {
  await writeFile(path.join(folder, 'a.js'), text);
  await writeFile(path.join(folder, 'b.js'), text);
  const isWanted = () => {
    rmSync(path.join(folder, 'b.js'), { force: true });
    return true;
  };
  expect(await compressFiles(folder, { isWanted })).toBe(false);
  expect(await there()).toEqual(['a.js.br', 'a.js.gz']);
});

/** Runs the tool in a project of which there is the built page alone. */
async function compressApp(): Promise<void> {
  const tool = pathToFileURL(path.join(import.meta.dirname, 'compress-app.ts')).href;
  const program = `await (await import(${JSON.stringify(tool)})).compressApp(1);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], { cwd: root });
  expect((await once(child, 'exit'))[0]).toBe(0);
}

it('remembers a build that is compressed as a whole, and no other', async () => {
  const script = path.join(folder, 'assets/a-1.js');
  const compressed = path.join(root, 'dist/compressed.json');
  await writeFile(script, text);
  await compressApp();
  expect([await there(), await readdir(path.join(root, 'dist'))]).toEqual([[], ['app']]);
  await writeFile(path.join(folder, 'build.json'), '{"build":"one"}');
  await compressApp();
  expect(await there()).toEqual(['assets/a-1.js.br', 'assets/a-1.js.gz']);
  expect(JSON.parse(await readFile(compressed, 'utf8'))).toEqual({ build: 'one' });
  await rm(`${script}.br`);
  await compressApp();
  expect(await there()).toEqual(['assets/a-1.js.gz']);
  await writeFile(path.join(folder, 'build.json'), '{"build":"two"}');
  await compressApp();
  expect(await there()).toEqual(['assets/a-1.js.br', 'assets/a-1.js.gz']);
  expect(JSON.parse(await readFile(compressed, 'utf8'))).toEqual({ build: 'two' });
}, 60_000);
