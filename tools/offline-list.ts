import { createHash } from 'node:crypto';
import { globSync, writeFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import { type Locale, localeCodes } from '#protocol/core/locales.ts';
import { digestedFiles, type OfflineFiles } from '../sw/offline-files.ts';
import { appDirectory } from './app-sources.ts';
import { builtChunks, digestOfFile, precacheTest, staticFiles } from './precache-list.ts';

const words = /^assets\/words-[\w-]+-([a-z]{2})-[\da-f]{8}\.js$/;
const code = /^assets\/.+\.(?:js|css|json)$/;

/** Screens that open without a network even where data is dear: public ones, pages of the house, trading. */
const coreScreens =
  /^src\/app\/routes\/(?:register|pages\/(?:login|forgetPwd|Whiteskin|appUpdate|trade|lever|market|Option)\/|pages\/mine\/(?:lang|login|forgetPwdNext|down_View)|pages\/business\/phoneCode|pages\/home\/market)/;

type ListedFiles = Omit<OfflineFiles, 'digests'>;

/** Help, news and notices: what is read when the network is gone comes before all other screens. */
const readingScreens = /^src\/app\/routes\/pages\/(?:Whiteskin\/contact|neWs|home\/newsDetail|notice)\b/;

/** What the service worker may fetch once the page is idle, beside what it fetches while it is installed. */
export function offlineFiles(files: readonly string[], chunks: ReturnType<typeof builtChunks>): ListedFiles {
  const filesOf = (screens: RegExp) =>
    staticFiles(
      chunks,
      Object.keys(chunks).filter((source) => screens.test(source)),
    );
  const [coreFiles, readingFiles] = [filesOf(coreScreens), filesOf(readingScreens)];
  const isPrecached = precacheTest(chunks);
  const later = files.filter((file) => code.test(file) && !isPrecached(file)).toSorted();
  const screens = later.filter((file) => !words.test(file));
  const wordsOf = (locale: Locale) => later.filter((file) => words.exec(file)?.[1] === locale);
  return {
    reading: screens.filter((file) => readingFiles.has(file)),
    core: screens.filter((file) => coreFiles.has(file)),
    rest: screens.filter((file) => !coreFiles.has(file) && !readingFiles.has(file)),
    words: Object.fromEntries(localeCodes.map((locale) => [locale, wordsOf(locale)])) as Record<Locale, string[]>,
  };
}

/** Pictures of coins: every screen of a wallet shows them. */
function coinPictures(): string[] {
  return globSync('coins/*.svg', { cwd: 'public' }).toSorted();
}

/**
 * The list with the digests of the files as they are in a folder.
 *
 * @param shell what the service worker fetches while it is installed
 */
export function withDigests(shell: readonly string[], list: ListedFiles, folder: string = appDirectory): OfflineFiles {
  const digests = digestedFiles(shell, list).map((file) => digestOfFile(file, folder));
  return { ...list, digests: digests.join('') };
}

/** Writes the list beside the built files, under a name of its content: the service worker belongs to one list. */
export function offlineList(): Plugin {
  return {
    name: 'offline-list',
    apply: 'build',
    writeBundle(_options, bundle) {
      const files = Object.keys(bundle);
      const chunks = builtChunks();
      const shell = files.filter((file) => code.test(file) && precacheTest(chunks)(file));
      const list = offlineFiles(files, chunks);
      const json = JSON.stringify(withDigests(shell, { ...list, rest: [...list.rest, ...coinPictures()] }));
      const hash = createHash('sha256').update(json).digest('hex').slice(0, 8);
      writeFileSync(`${appDirectory}/assets/offline-${hash}.json`, json);
    },
  };
}
