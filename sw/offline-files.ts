import { type Locale, isLocale } from '../src/protocol/locales.ts';

/**
 * The files with which every screen opens without a network, as the build lists them in `assets/offline-<hash>.json`
 * (tools/offline-list.ts). Names are addresses without the leading slash.
 */
export interface OfflineFiles {
  /** Screens that anyone opens, the pages of the house, and those of trading. */
  readonly core: readonly string[];
  /** Code of all other screens and of parts that are loaded later, and pictures of coins. */
  readonly rest: readonly string[];
  /** Catalogues of every area. */
  readonly words: Readonly<Record<Locale, readonly string[]>>;
}

/** How much of the build a device is to have: `core` where data is dear or nobody is signed in. */
export type OfflineExtent = 'core' | 'all';

/** What a page asks for. */
export interface OfflineRequest {
  readonly extent: OfflineExtent;
  readonly language: Locale;
}

/** Reads what a page asks for; null when it cannot be understood. */
export function readRequest(given: unknown): OfflineRequest | null {
  const { extent, language } = (given ?? {}) as { extent?: unknown; language?: unknown };
  if ((extent !== 'core' && extent !== 'all') || !isLocale(language)) return null;
  return { extent, language };
}

/** Files a device is to have, those that matter most first. */
export function wantedFiles({ core, rest, words }: OfflineFiles, { extent, language }: OfflineRequest): string[] {
  return [...core, ...words[language], ...(extent === 'all' ? rest : [])];
}

/** How the fetching of files ended. */
export interface Fetched {
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
