import type { Plugin } from 'vite';
import { locales } from '#protocol/core/locales.ts';

/** Placeholder in the first inline script of index.html for the languages. */
const placeholder = "'%LANGUAGES%'";

/**
 * Gives index.html each language's BCP 47 name and its colour of rising prices, for what it decides before the first
 * script of the app: `{ zh: ['zh-Hans', 'red'], … }`.
 */
export function languageTable(): Plugin {
  const table = Object.fromEntries(Object.entries(locales).map(([code, { tag, up }]) => [code, [tag, up]]));
  return {
    name: 'language-table',
    transformIndexHtml(html) {
      if (!html.includes(placeholder)) throw new Error('index.html has no place for the languages');
      return html.replace(placeholder, JSON.stringify(table));
    },
  };
}
