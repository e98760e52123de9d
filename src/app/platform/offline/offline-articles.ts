import type { Article } from '#protocol/content/entities.ts';
import type { Locale } from '#protocol/core/locales.ts';
import { changeDevice, readDevice, removeDevice, writeDevice } from '../storage/device-store.ts';
import { restoreDeadlineMs } from '../storage/persisted-queries.ts';
import { dropPictures, storePictures } from './offline-pictures.ts';
import { observable } from '../observable.ts';
import { session } from '../session/session.ts';
import { readStored, removeStored, writeStored } from '../storage/storage.ts';

/**
 * Texts stored on the device to be read without a network: help, news, pages. They are separate from the persisted
 * answers (query-persistence.ts), which are written as one with every new answer; these are large and seldom change.
 * Stored per account and removed at log-out like everything else: they show what a user read.
 */

/** Most bytes that stored texts and their pictures may take together. */
export const offlineArticlesMaxBytes = 8 * 1024 * 1024;

/** Parts of the library, by the first part of an article's key; in this order they may fill it. */
export const articleCollections = ['help', 'page', 'news'] as const;
type ArticleCollection = (typeof articleCollections)[number];

interface StoredCollection {
  readonly shelf: ArticleCollection;
  readonly locale: Locale;
  /** The articles as text, newest or first in their order: compared and measured as it is. */
  readonly json: string;
  readonly bytes: number;
  readonly keptAt: number;
}

/** What the library holds, so that its size is known without reading it. */
type Register = Readonly<Record<string, Pick<StoredCollection, 'shelf' | 'locale' | 'bytes' | 'keptAt'>>>;

const encoder = new TextEncoder();
const offKey = 'dunlin.reading';

/** Rises when a text on the device changed: what was made of the texts is then made again. */
export const offlineArticlesVersion = observable(0);

/** Whether texts are stored at all; a user may remove them from the device. */
export const isOfflineReadingOn = observable(readStored(offKey) !== 'off');
// The choice is the user's: it went with the one before.
session.subscribe(() => isOfflineReadingOn.set(readStored(offKey) !== 'off'));

function scope(): string | null {
  return session.get()?.account ?? null;
}

const registerKey = (account: string) => `library.${account}`;
const collectionKey = (account: string, shelf: ArticleCollection, locale: Locale) =>
  `library.${account}.${locale}.${shelf}`;

/** The part of the library an article belongs to, or null for one that is not stored. */
export function collectionOf(key: string): ArticleCollection | null {
  const first = key.split('/')[0];
  return articleCollections.find((shelf) => shelf === first) ?? null;
}

/** Stored articles of a part in a language; empty when there are none, or when the device does not answer in time. */
export async function readCollection(shelf: ArticleCollection, locale: Locale): Promise<Article[]> {
  const account = scope();
  if (account === null) return [];
  const late = new Promise<undefined>((resolve) => {
    setTimeout(() => resolve(undefined), restoreDeadlineMs);
  });
  try {
    const kept = await Promise.race([readDevice<StoredCollection>(collectionKey(account, shelf, locale)), late]);
    return kept === undefined ? [] : (JSON.parse(kept.json) as Article[]);
  } catch {
    // What is damaged is fetched again like what was never there.
    return [];
  }
}

/** One stored article in a language. */
export async function readText(key: string, locale: Locale): Promise<Article | null> {
  const shelf = collectionOf(key);
  if (shelf === null) return null;
  return (await readCollection(shelf, locale)).find((article) => article.key === key) ?? null;
}

/** The first articles that fit into so many bytes, as text. */
function fitting(articles: readonly Article[], mostBytes: number): { json: string; bytes: number } {
  const texts: string[] = [];
  let bytes = 2;
  for (const article of articles) {
    const text = JSON.stringify(article);
    const size = encoder.encode(text).length + 1;
    if (bytes + size > mostBytes) break;
    texts.push(text);
    bytes += size;
  }
  return { json: `[${texts.join(',')}]`, bytes };
}

/**
 * Stores a part of the library in a language; nothing is written when it is already stored. What does not fit makes
 * room by evicting what was stored longest ago in other languages, then the oldest articles are left out.
 */
export async function storeCollection(
  shelf: ArticleCollection,
  locale: Locale,
  articles: readonly Article[],
): Promise<void> {
  const account = scope();
  if (account === null || !isOfflineReadingOn.get()) return;
  const key = collectionKey(account, shelf, locale);
  const register = (await readDevice<Register>(registerKey(account))) ?? {};
  const others = Object.entries(register).filter(([name]) => name !== key);
  const inLanguage = others.filter(([, entry]) => entry.locale === locale);
  const taken = (list: typeof others) => list.reduce((sum, [, { bytes }]) => sum + bytes, 0);
  const { json, bytes } = fitting(articles, offlineArticlesMaxBytes - taken(inLanguage));
  const kept = await readDevice<StoredCollection>(key);
  if (kept?.json === json) return;
  const leaving = others.filter(([, entry]) => entry.locale !== locale).toSorted(([, a], [, b]) => a.keptAt - b.keptAt);
  let room = offlineArticlesMaxBytes - taken(others) - bytes;
  const gone: string[] = [];
  for (const [name, entry] of leaving) {
    if (room >= 0) break;
    gone.push(name);
    room += entry.bytes;
  }
  for (const name of gone) await removeDevice(name);
  const entry = { shelf, locale, bytes, keptAt: Date.now() };
  await writeDevice(key, { ...entry, json } satisfies StoredCollection);
  await changeDevice<Register>(registerKey(account), (before) => ({
    ...Object.fromEntries(Object.entries(before ?? {}).filter(([name]) => !gone.includes(name))),
    [key]: entry,
  }));
  // Nothing is stored for a user who logged out meanwhile or removed the texts.
  if (scope() === account && isOfflineReadingOn.get()) offlineArticlesVersion.set(offlineArticlesVersion.get() + 1);
  else await Promise.all([removeDevice(key), removeDevice(registerKey(account))]);
}

/** Keeps one article that was opened, beside what is there of its part. */
export async function storeText(article: Article, locale: Locale): Promise<void> {
  const shelf = collectionOf(article.key);
  if (shelf === null || !isOfflineReadingOn.get()) return;
  const kept = await readCollection(shelf, locale);
  const known = kept.some(({ key }) => key === article.key);
  const next = known ? kept.map((each) => (each.key === article.key ? article : each)) : [article, ...kept];
  await storeCollection(shelf, locale, next);
}

/** Bytes of the stored texts. */
export async function storedTextBytes(): Promise<number> {
  const account = scope();
  if (account === null) return 0;
  const register = (await readDevice<Register>(registerKey(account)).catch(() => undefined)) ?? {};
  return Object.values(register).reduce((sum, { bytes }) => sum + bytes, 0);
}

/** Keeps the pictures of all parts in a language, as far as there is room beside the texts. */
export async function storeOfflinePictures(locale: Locale): Promise<void> {
  const account = scope();
  if (account === null || !isOfflineReadingOn.get()) return;
  const articles = (await Promise.all(articleCollections.map((shelf) => readCollection(shelf, locale)))).flat();
  const sources = articles.flatMap(({ blocks }) =>
    blocks.flatMap((block) => (block.type === 'image' ? [block.src] : [])),
  );
  const room = offlineArticlesMaxBytes - (await storedTextBytes());
  await storePictures([...new Set(sources)], room, () => scope() === account && isOfflineReadingOn.get());
}

/** Removes all stored texts from the device; nothing is prefetched until `startLibraryAgain`. */
export async function removeOfflineArticles(): Promise<void> {
  const account = scope();
  writeStored(offKey, 'off');
  isOfflineReadingOn.set(false);
  if (account === null) return;
  const register = (await readDevice<Register>(registerKey(account))) ?? {};
  for (const key of [...Object.keys(register), registerKey(account)]) await removeDevice(key);
  await dropPictures();
  offlineArticlesVersion.set(offlineArticlesVersion.get() + 1);
}

/** Stores texts again from now on. */
export function restartOfflineArticles(): void {
  removeStored(offKey);
  isOfflineReadingOn.set(true);
}
