import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { digestLetters, listName } from '../sw/offline-files.ts';
import { appDirectory } from './app-sources.ts';

/** One file of Vite's own list of a build, as far as it is read here. */
interface ViteChunk {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
}

/** What the shell and those pages say in every language: an update must open offline in the reader's own. */
const shellWords = /^assets\/words-(?:shell|errors|help|news)-/;

/** What must open without a network from the first visit on, beside the entry: home, and the pages that stand alone. */
const firstNeeded = [
  'src/app/routes/index.tsx?tsr-split=component',
  'src/app/routes/pages/index/[index].tsx?tsr-split=component',
  'src/app/routes/pages/Whiteskin/Whiteskin.tsx?tsr-split=component',
  'src/app/routes/pages/Whiteskin/aboutUs.tsx?tsr-split=component',
  'src/app/routes/pages/Whiteskin/mairivacy.tsx?tsr-split=component',
  'src/app/routes/pages/Whiteskin/privacy.tsx?tsr-split=component',
  'src/app/features/home/signed-in-home.tsx',
  'src/app/features/home/visitor-below.tsx',
  'src/app/features/shell/prefetch.ts',
  'src/app/features/shell/not-found-screen.tsx',
  'src/app/features/shell/overlays.tsx',
  'src/app/platform/api/error-text.ts',
  'src/app/platform/language/later-catalogues.ts',
  'src/app/platform/stream/start-stream.ts',
  'src/app/platform/offline/update.ts',
];

/** Files some chunks need before they can run: themselves, what they import, and the styles of both. */
export function staticFiles(chunks: Readonly<Record<string, ViteChunk>>, roots: readonly string[]): Set<string> {
  const files = new Set<string>();
  const waiting = roots.filter((root) => root in chunks);
  const seen = new Set<string>();
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const chunk = chunks[name];
    if (chunk === undefined || seen.has(name)) continue;
    seen.add(name);
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file);
    waiting.push(...(chunk.imports ?? []));
  }
  return files;
}

/** Vite's list of the built page. */
export function builtChunks(): Record<string, ViteChunk> {
  const path = `${appDirectory}/.vite/manifest.json`;
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Record<string, ViteChunk>) : {};
}

/**
 * Which built files the service worker fetches while it is installed: the page itself, what home needs, the shell's
 * catalogues.
 */
export function precacheTest(chunks: ReturnType<typeof builtChunks>): (url: string) => boolean {
  const needed = staticFiles(chunks, ['index.html', ...firstNeeded]);
  return (url) => url === 'index.html' || shellWords.test(url) || listName.test(url) || needed.has(url);
}

/** The start of the SHA-256 of a built file as it is decoded, in base64: `digestLetters` of it. */
export function digestOfFile(file: string, folder: string = appDirectory): string {
  return createHash('sha256')
    .update(readFileSync(`${folder}/${file}`))
    .digest('base64')
    .slice(0, digestLetters);
}

/**
 * What the service worker fetches while it is installed. The page and the list have their digests here; the list has
 * those of all other files.
 */
export function precacheEntries<Entry extends { readonly url: string }>(
  entries: readonly Entry[],
): (Entry & { readonly digest?: string })[] {
  const isPrecached = precacheTest(builtChunks());
  return entries
    .filter(({ url }) => isPrecached(url))
    .map((entry) =>
      entry.url === 'index.html' || listName.test(entry.url) ? { ...entry, digest: digestOfFile(entry.url) } : entry,
    );
}
