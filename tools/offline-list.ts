import { createHash } from 'node:crypto';
import { globSync, writeFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import { type Locale, localeCodes } from '../src/protocol/locales.ts';
import type { OfflineFiles } from '../sw/offline-files.ts';
import { appDirectory } from './app-sources.ts';
import { builtChunks, precacheTest, staticFiles } from './precache-list.ts';

const words = /^assets\/words-\w+-([a-z]+)-[^/]+\.js$/;
const code = /^assets\/.+\.(?:js|css|json)$/;

/** Screens that open without a network even where data is dear: public ones, pages of the house, trading. */
const coreScreens =
  /^src\/app\/routes\/(?:register|pages\/(?:login|forgetPwd|Whiteskin|appUpdate|trade|lever|market|Option)\/|pages\/mine\/(?:lang|login|forgetPwdNext|down_View)|pages\/business\/phoneCode|pages\/home\/market)/;

/** What the service worker may fetch once the page is idle, beside what it fetches while it is installed. */
export function offlineFiles(files: readonly string[], chunks: ReturnType<typeof builtChunks>): OfflineFiles {
  const roots = Object.keys(chunks).filter((source) => coreScreens.test(source));
  const coreFiles = staticFiles(chunks, roots);
  const isPrecached = precacheTest(chunks);
  const later = files.filter((file) => code.test(file) && !isPrecached(file)).toSorted();
  const screens = later.filter((file) => !words.test(file));
  const wordsOf = (locale: Locale) => later.filter((file) => words.exec(file)?.[1] === locale);
  return {
    core: screens.filter((file) => coreFiles.has(file)),
    rest: screens.filter((file) => !coreFiles.has(file)),
    words: Object.fromEntries(localeCodes.map((locale) => [locale, wordsOf(locale)])) as Record<Locale, string[]>,
  };
}

/** Pictures of coins: every screen of a wallet shows them. */
function coinPictures(): string[] {
  return globSync('coins/*.svg', { cwd: 'public' }).toSorted();
}

/** Writes the list beside the built files, under a name of its content: the service worker belongs to one list. */
export function offlineList(): Plugin {
  return {
    name: 'offline-list',
    apply: 'build',
    writeBundle(_options, bundle) {
      const list = offlineFiles(Object.keys(bundle), builtChunks());
      const json = JSON.stringify({ ...list, rest: [...list.rest, ...coinPictures()] } satisfies OfflineFiles);
      const hash = createHash('sha256').update(json).digest('hex').slice(0, 8);
      writeFileSync(`${appDirectory}/assets/offline-${hash}.json`, json);
    },
  };
}
