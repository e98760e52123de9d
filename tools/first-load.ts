import { getCatalogs } from '@lingui/cli/api';
import { getConfig } from '@lingui/conf';
import type { Plugin, Rolldown } from 'vite';
import { isLocale, localeCodes, locales } from '#protocol/core/locales.ts';

/** What users come in by, as far as it is not in the entry: it is asked for beside that instead of after it ran. */
const firstScreens = {
  home: /home\/visitor-below\.tsx/,
  account: /routes\/pages\/login\/login\.tsx/,
  market: /routes\/pages\/home\/market\.tsx/,
} as const;

const firstWords = /locales\/(\w+)\/(?:shell|home|account|market)\.po$/;

/** Placeholder in the last inline script of index.html for the build. */
const placeholder = '})(document.documentElement, null);';

/** Modules of packages, and what the bundler adds. The app's own may need each other in one order only. */
const packageModule = /[\\/]node_modules[\\/]|^\0/;
/** Of a library smaller than this the task of its own would cost more than its code. */
const libraryBytesLeast = 4_096;

const styleLink = /\s*<link rel="stylesheet"[^>]*>/g;
const preloadLink = /\s*<link rel="modulepreload"[^>]*>/g;
const moduleScript = /\s*<script type="module"[^>]*><\/script>/g;
/** Lines that only say why, and the room before the others: the first packets are few. */
const commentLine = /^\s*(?:\/\/.*|\/\*.*\*\/)\n/gm;
const indent = /^ +/gm;
const skeletonText = /<p class="[^"]*">([^<]+)<\/p>/g;

type Chunk = Rolldown.OutputChunk;

/** What the inline script of index.html knows of the build; names are those in `assets`. */
interface FirstLoad {
  readonly entry: string;
  readonly styles: readonly string[];
  /** Chunks of packages alone: each may run before the entry, in any order. */
  readonly libraries: readonly string[];
  readonly ahead: readonly string[];
  readonly screens: Readonly<Record<string, readonly string[]>>;
  /** By BCP 47 tag, as the page's `lang` has it. */
  readonly words: Readonly<Record<string, readonly string[]>>;
  readonly texts: Readonly<Record<string, readonly string[]>>;
}

const nameOf = (file: string) => file.replace(/^\/?assets\//, '');

/** The chunks some chunk needs before it can run, itself first. */
function needed(chunk: Chunk, chunks: ReadonlyMap<string, Chunk>): Set<Chunk> {
  const found = new Set([chunk]);
  for (const { imports } of found) {
    for (const name of imports) {
      const next = chunks.get(name);
      if (next !== undefined) found.add(next);
    }
  }
  return found;
}

function stylesOf(chunk: Chunk): readonly string[] {
  return [...(chunk.viteMetadata?.importedCss ?? [])];
}

/** The skeleton's labels in every language, from the catalogues of the screens that use the same ones. */
async function skeletonTexts(html: string): Promise<Record<string, string[]>> {
  const sources = [...html.matchAll(skeletonText)].map(([, text = '']) => text);
  const texts: Record<string, string[]> = {};
  const catalogs = await Promise.all(
    (await getCatalogs(getConfig())).map((catalog) => catalog.readAll([...localeCodes])),
  );
  for (const locale of localeCodes) {
    if (locale === 'en') continue;
    texts[locales[locale].tag] = sources.map((source) => {
      const entries = catalogs.flatMap((catalog) => Object.values(catalog[locale] ?? {}));
      const words = entries.find(({ message, obsolete }) => message === source && obsolete !== true);
      if (words === undefined) throw new Error(`No screen says "${source}", which index.html begins with`);
      return words.translation === undefined || words.translation === '' ? source : words.translation;
    });
  }
  return texts;
}

function firstLoadOf(all: readonly Chunk[]): Omit<FirstLoad, 'texts'> {
  const chunks = new Map(all.map((chunk) => [chunk.fileName, chunk]));
  const entry = all.find((chunk) => chunk.isEntry);
  if (entry === undefined) throw new Error('the build has no entry');
  const own = needed(entry, chunks);
  const isLibrary = (chunk: Chunk) =>
    chunk.code.length >= libraryBytesLeast &&
    [...needed(chunk, chunks)].every(({ moduleIds }) => moduleIds.every((id) => packageModule.test(id)));
  const screens = Object.entries(firstScreens).map(([area, source]) => {
    const screen = all.find(({ moduleIds, isEntry }) => !isEntry && moduleIds.some((id) => source.test(id)));
    if (screen === undefined) throw new Error(`the build has no screen of its own for ${area}`);
    const more = [...needed(screen, chunks)].filter((chunk) => !own.has(chunk));
    return [area, [...more.map(({ fileName }) => fileName), ...more.flatMap(stylesOf)].map(nameOf)] as const;
  });
  const words: Record<string, string[]> = {};
  for (const { moduleIds, fileName } of all) {
    const locale = moduleIds.map((id) => firstWords.exec(id)?.[1]).find(isLocale);
    if (locale !== undefined) (words[locales[locale].tag] ??= []).push(nameOf(fileName));
  }
  return {
    entry: nameOf(entry.fileName),
    styles: [...new Set([...own].flatMap(stylesOf))].map(nameOf),
    libraries: [...own].filter(isLibrary).map(({ fileName }) => nameOf(fileName)),
    ahead: [...own].filter((chunk) => !isLibrary(chunk)).map(({ fileName }) => nameOf(fileName)),
    screens: Object.fromEntries(screens),
    words,
  };
}

/**
 * Lets the skeleton of index.html be painted before anything is fetched, and everything the first screen needs be
 * fetched at once after it: the links that Vite adds become one list in the page's last inline script.
 */
export function firstLoad(): Plugin {
  return {
    name: 'first-load',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      async handler(html, context) {
        if (!html.includes(placeholder)) throw new Error('index.html has no place for the build');
        const chunks = Object.values(context.bundle ?? {}).filter((output) => output.type === 'chunk');
        const build: FirstLoad = { ...firstLoadOf(chunks), texts: await skeletonTexts(html) };
        return html
          .replaceAll(styleLink, '')
          .replaceAll(preloadLink, '')
          .replaceAll(moduleScript, '')
          .replaceAll(commentLine, '')
          .replaceAll(indent, '')
          .replace(placeholder, () => placeholder.replace('null', () => JSON.stringify(build)));
      },
    },
  };
}
