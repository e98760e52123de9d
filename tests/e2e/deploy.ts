import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { ShellFile } from '../../sw/build-digests.ts';
import { listName, type OfflineFiles } from '../../sw/offline-files.ts';
import { withDigests } from '../../tools/offline-list.ts';
import { digestOfFile } from '../../tools/precache-list.ts';
import type { Evaluating } from './phone.ts';

const isText = /\.(?:js|css|html|json)$/;
const asset = /^(.+)-([\w-]{8})\.(js|css|json)$/;

/** The mark of a deploy in the names of its files. */
const markOf = (nth: number) => `-Z${nth}`;

/**
 * Puts the same build with other names for every file into the served folder; the old files stay.
 *
 * @param nth which deploy of a run this is, 0 to 9
 * @returns names of the files before
 */
export async function deploy(folder: string, nth: number): Promise<string[]> {
  const assets = path.join(folder, 'assets');
  const index = await readFile(path.join(folder, 'index.html'), 'utf8');
  const sources = await readdir(assets);
  const old =
    nth === 0 ? sources.filter((name) => asset.test(name)) : sources.filter((name) => name.includes(markOf(nth - 1)));
  if (!old.some((name) => index.includes(name))) throw new Error('the page is made of none of these files');
  const renamed = new Map(
    old.map((name) => [
      name,
      name.replace(
        asset,
        (_all, stem: string, hash: string, kind: string) => `${stem}${markOf(nth)}${hash.slice(2)}.${kind}`,
      ),
    ]),
  );
  // One pass over each file: names are part of other names.
  const names = /[\w.[\]-]+-[\w-]{8}\.(?:js|css|json)\b/g;
  const rewrite = (text: string) => text.replaceAll(names, (name) => renamed.get(name) ?? name);
  for (const [name, next] of renamed) {
    await writeFile(path.join(assets, next), rewrite(await readFile(path.join(assets, name), 'utf8')));
  }
  for (const name of (await readdir(folder)).filter((file) => isText.test(file))) {
    const file = path.join(folder, name);
    const text = rewrite(await readFile(file, 'utf8'));
    // The worker knows its build by what the page is made of.
    await writeFile(file, name === 'sw.js' ? text.replaceAll(/[\da-f]{32}/g, nth.toString(16).repeat(32)) : text);
    await Promise.all(['br', 'gz'].map((packed) => rm(`${file}.${packed}`, { force: true })));
  }
  await renewDigests(folder);
  return old;
}

/** Other names are other contents: the lists of the build have the digests of what is there now. */
async function renewDigests(folder: string): Promise<void> {
  const workerPath = path.join(folder, 'sw.js');
  const worker = await readFile(workerPath, 'utf8');
  const shell = [...worker.matchAll(/"url":"([^"]+)"/g)].map(([, url = '']) => url);
  const list = shell.find((url) => listName.test(url));
  if (list === undefined) throw new Error('the worker names no list of files to fetch ahead');
  const { digests: _old, ...files } = JSON.parse(await readFile(path.join(folder, list), 'utf8')) as OfflineFiles;
  await writeFile(path.join(folder, list), JSON.stringify(withDigests(shell, files, folder)));
  // Entries are JSON objects whose keys come in no promised order.
  const renewed = worker.replaceAll(/\{[^{}]*"digest":"[^{}]*\}/g, (text) => {
    const entry = JSON.parse(text) as ShellFile;
    return JSON.stringify({ ...entry, digest: digestOfFile(entry.url, folder) });
  });
  if (renewed === worker) throw new Error('the worker has no digests');
  await writeFile(workerPath, renewed);
}

/** Takes the files of an earlier build out of the served folder, as a day after the next one. */
export async function removeFiles(folder: string, names: readonly string[]): Promise<void> {
  const assets = path.join(folder, 'assets');
  await Promise.all(
    names.flatMap((name) => ['', '.br', '.gz'].map((packed) => rm(path.join(assets, name + packed), { force: true }))),
  );
}

/** Whether a page runs on the files of a deploy. */
export function runsDeploy(page: Evaluating, nth: number): Promise<boolean> {
  return page.evaluate((mark) => document.head.innerHTML.includes(mark), markOf(nth));
}
