import { type Locale, isLocale, localeCodes } from '#protocol/core/locales.ts';

/**
 * The files with which every screen opens without a network, as the build lists them in `assets/offline-<hash>.json`
 * (tools/offline-list.ts). Names are addresses without the leading slash.
 */
export interface OfflineFiles {
  /** Code of help, news and notices; part of it may be in `core` as well. */
  readonly reading: readonly string[];
  /** Screens that anyone opens, the pages of the house, and those of trading. */
  readonly core: readonly string[];
  /** Code of all other screens and of parts that are loaded later, and pictures of coins. */
  readonly rest: readonly string[];
  /** Catalogues of every area. */
  readonly words: Readonly<Record<Locale, readonly string[]>>;
  /** Starts of the digests of all `digestedFiles`, in their order, `digestLetters` of each; also of the shell's. */
  readonly digests: string;
}

/** The name of the list itself. */
export const listName = /^assets\/offline-\w+\.json$/;

/**
 * How much of a SHA-256 in base64 the build's lists have of each file: 48 bits tell a file from whatever else a network answers.
 * Whoever could forge more comes over TLS as the exchange itself.
 */
export const digestLetters = 8;

/**
 * Files whose content the list knows: those whose names change with it.
 *
 * @param shell what the worker fetches while it is installed, in any order
 */
export function digestedFiles(
  shell: readonly string[],
  { reading, core, rest, words }: Omit<OfflineFiles, 'digests'>,
): string[] {
  const files = [...shell, ...reading, ...core, ...rest, ...localeCodes.flatMap((locale) => words[locale])];
  return [...new Set(files)].filter((file) => file.startsWith('assets/') && !listName.test(file)).toSorted();
}

/** Starts of digests by name. */
export function digestsByName(shell: readonly string[], list: OfflineFiles): Map<string, string> {
  const digestAt = (nth: number) => list.digests.slice(nth * digestLetters, (nth + 1) * digestLetters);
  return new Map(digestedFiles(shell, list).map((file, nth) => [file, digestAt(nth)]));
}

/**
 * How much of the build a device is to have: `core` where data is dear or nobody is signed in, `reading` at once after
 * log-in.
 */
export type OfflineExtent = 'reading' | 'core' | 'all';

/** What a page asks for. */
export interface OfflineRequest {
  readonly extent: OfflineExtent;
  readonly language: Locale;
}

/** Reads what a page asks for; null when it cannot be understood. */
export function readRequest(given: unknown): OfflineRequest | null {
  const { extent, language } = (given ?? {}) as { extent?: unknown; language?: unknown };
  if ((extent !== 'reading' && extent !== 'core' && extent !== 'all') || !isLocale(language)) return null;
  return { extent, language };
}

/** Words of the reading screens that are not in the shell. */
const readingWords = /\/words-(?:news|notices|help)-/;

/** Files a device is to have, those that matter most first. */
export function wantedFiles(
  { reading, core, rest, words }: Omit<OfflineFiles, 'digests'>,
  { extent, language }: OfflineRequest,
): string[] {
  const first = [...reading, ...words[language].filter((file) => readingWords.test(file))];
  if (extent === 'reading') return first;
  const screens = [...core, ...words[language]];
  return extent === 'core' ? screens : [...new Set([...first, ...screens, ...rest])];
}

/** How the fetching of files ended. */
interface Fetched {
  /** Files that are not on the device. */
  readonly missing: number;
}

/** Requests at a time: enough to fill a slow line, few enough for whatever the user opens meanwhile. */
const requestsAtATime = 2;

/**
 * Fetches files one after the other, two at a time. The first that does not come ends it: the network went, the device
 * is full, or `signal` says that a newer build takes over.
 *
 * @param keep puts one file on the device, unless it is there
 */
export async function fetchInTurn(
  files: readonly string[],
  keep: (file: string) => Promise<void>,
  signal: AbortSignal,
): Promise<Fetched> {
  const waiting = [...files].toReversed();
  let kept = 0;
  let hasFailed = false;
  const work = async () => {
    for (let file = waiting.pop(); file !== undefined && !hasFailed && !signal.aborted; file = waiting.pop()) {
      try {
        await keep(file);
        kept += 1;
      } catch {
        hasFailed = true;
      }
    }
  };
  await Promise.all(Array.from({ length: requestsAtATime }, work));
  return { missing: files.length - kept };
}
