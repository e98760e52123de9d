import type { QueryClient } from '@tanstack/react-query';
import type { Article } from '../../../contract/entities/content.ts';
import type { Locale } from '../../../contract/locales.ts';
import { ApiRefusal, call } from '../../platform/api.ts';
import { language } from '../../platform/language.ts';
import { isLibraryOn, keepLibraryPictures, keepShelf } from '../../platform/library.ts';
import { pageKeys, pagePaths } from './page-paths.ts';
import { contactQuery, customerQuery, helpTexts } from './queries.ts';

/** Screens of the help that open without a network. */
export const offlinePaths = ['/pages/Whiteskin/contact', ...Object.values(pagePaths)] as const;

/** Fetches help and pages for the library, the search over them, and the pictures of everything in it. */
export async function fetchAhead(client: QueryClient): Promise<void> {
  const locale = language.get();
  await import('./search/text-search.ts');
  await client.prefetchQuery(contactQuery(locale));
  await client.prefetchQuery(customerQuery);
  if (!isLibraryOn.get()) return;
  await keepShelf('help', locale, await helpTexts(locale));
  await keepShelf('page', locale, await pageTexts(locale));
  await keepLibraryPictures(locale);
}

/** The pages there are; an operator may have taken one away. */
async function pageTexts(locale: Locale): Promise<Article[]> {
  const pages: Article[] = [];
  for (const key of pageKeys) {
    try {
      pages.push(await call('GET common/article', { key, language: locale }));
    } catch (error) {
      if (!(error instanceof ApiRefusal)) throw error;
    }
  }
  return pages;
}
