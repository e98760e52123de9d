import { type Messages, i18n } from '@lingui/core';
import { type Locale, defaultLocale, isLocale, locales } from '#protocol/core/locales.ts';
import { storageKeys } from '#protocol/core/storage-keys.ts';
import type { Area } from './areas.ts';
import { observable } from '../observable.ts';
import { readStored, writeStored } from '../storage/storage.ts';
import { startUpDown } from '../device/up-down.ts';

/** Of the areas users come in by: one chunk per area and language, fetched when it is asked for. */
const firstCatalogues = import.meta.glob<Messages>(
  ['../../locales/*/shell.po', '../../locales/*/home.po', '../../locales/*/account.po', '../../locales/*/market.po'],
  { import: 'messages' },
);

/** The language in force. */
export const language = observable<Locale>(defaultLocale);

/** Areas whose words are on the page, with the fetch of each: a change of language fetches them all again. */
const loading = new Map<Area, { readonly locale: Locale; readonly done: Promise<void> }>();

async function catalogue(area: Area, locale: Locale): Promise<Messages> {
  const file = `../../locales/${locale}/${area}.po`;
  const load = firstCatalogues[file] ?? (await import('./later-catalogues.ts')).laterCatalogues[file];
  // Before the first extraction there is no file yet; messages then show their English source.
  return load === undefined ? {} : load();
}

/**
 * Loads an area's words in the language in force: called by the loader of each of the area's routes, beside the
 * chunk. A second call for the same area costs nothing.
 *
 * @throws when the words can be fetched neither from the network nor from the cache
 */
export function loadCatalog(area: Area): Promise<void> {
  const locale = language.get();
  const known = loading.get(area);
  if (known?.locale === locale) return known.done;
  const done = fetchCatalog(area, locale);
  loading.set(area, { locale, done });
  return done;
}

async function fetchCatalog(area: Area, locale: Locale): Promise<void> {
  try {
    i18n.load(locale, await catalogue(area, locale));
  } catch (error) {
    loading.delete(area);
    throw error;
  }
}

/** The stored language, else English (spec point 1). */
export function initialLanguage(): Locale {
  const stored = readStored(storageKeys.language);
  return isLocale(stored) ? stored : defaultLocale;
}

/** Fetches the catalogues of some areas in a language and activates it once all of them arrived. */
async function activate(locale: Locale, wanted: readonly Area[]): Promise<void> {
  const parts = await Promise.all(wanted.map((area) => catalogue(area, locale)));
  for (const area of wanted) loading.set(area, { locale, done: Promise.resolve() });
  language.set(locale);
  document.documentElement.lang = locales[locale].tag;
  for (const messages of parts) i18n.load(locale, messages);
  // Without the BCP 47 name the product's `hy` would count and format as Armenian.
  i18n.activate(locale, locales[locale].intl);
  startUpDown(locale);
}

/** Activates the first language with the shell's catalogue; areas requested meanwhile are loaded in it too. */
export async function startLanguage(): Promise<void> {
  language.set(initialLanguage());
  if (import.meta.env.DRAFT) {
    // A draft shows the English source of messages that no catalogue has yet, which is not compiled.
    const { compileMessage } = await import('@lingui/message-utils/compileMessage');
    i18n.setMessagesCompiler(compileMessage);
  }
  addEventListener('storage', (event) => {
    if (event.key !== storageKeys.language || !isLocale(event.newValue)) return;
    void activate(event.newValue, [...loading.keys()]);
  });
  await activate(language.get(), ['shell']);
}

/**
 * Changes the language at once, for every area on the page, and keeps the choice.
 *
 * @throws when its words cannot be fetched; the old language then stays
 */
export async function chooseLanguage(locale: Locale): Promise<void> {
  await activate(locale, [...loading.keys()]);
  writeStored(storageKeys.language, locale);
}
