import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import type { OfflineFiles } from '../../sw/offline-files.ts';
import { appDirectory, standingBuild } from '../../tools/app-sources.ts';
import { builtChunks, staticFiles } from '../../tools/precache-list.ts';

/** What the built page weighs, file by file, as it travels: brotli at the quality the build uses. */

/** @throws when nothing was built: a budget of nothing proves nothing */
export function requireBuild(): void {
  if (standingBuild() === null) throw new Error('dist/app was not built: run npm run build');
}

export function brotliBytes(file: string): number {
  const path = join(appDirectory, file);
  return existsSync(`${path}.br`) ? readFileSync(`${path}.br`).length : brotliCompressSync(readFileSync(path)).length;
}

export function sumBytes(files: Iterable<string>, ending: string): number {
  let sum = 0;
  for (const file of files) if (file.endsWith(ending)) sum += brotliBytes(file);
  return sum;
}

/** Entry of every route's screen: its chunk's name in Vite's list, and the route file it comes from. */
export function routeChunks(): { readonly name: string; readonly route: string }[] {
  return Object.keys(builtChunks()).flatMap((name) => {
    const route = /^src\/app\/routes\/(.+)\.tsx\?tsr-split=component$/.exec(name)?.[1];
    return route === undefined ? [] : [{ name, route }];
  });
}

/** The files of the entry: what every visit loads before anything is drawn. */
export function entryFiles(): Set<string> {
  return staticFiles(builtChunks(), ['index.html']);
}

/** What a chunk needs beside the entry. */
export function filesBeside(entry: ReadonlySet<string>, chunk: string): string[] {
  return [...staticFiles(builtChunks(), [chunk])].filter((file) => !entry.has(file));
}

/** The list that the service worker of this build fetches ahead from. */
export function offlineList(folder = appDirectory): OfflineFiles {
  const name = /assets\/offline-\w+\.json/.exec(readFileSync(join(folder, 'sw.js'), 'utf8'))?.[0];
  if (name === undefined) throw new Error('the service worker names no list of files to fetch ahead');
  return JSON.parse(readFileSync(join(folder, name), 'utf8')) as OfflineFiles;
}

/** The files of one area's words in one language. */
export function wordFile(area: string, locale: string): string | null {
  return builtChunks()[`src/app/locales/${locale}/${area}.po`]?.file ?? null;
}
