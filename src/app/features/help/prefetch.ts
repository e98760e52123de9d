import type { QueryClient } from '@tanstack/react-query';
import type { Article } from '../../../protocol/entities/content.ts';
import type { Locale } from '../../../protocol/locales.ts';
import { ApiRefusal, call } from '../../platform/api/api.ts';
import { language } from '../../platform/language/language.ts';
import { isOfflineReadingOn, storeOfflinePictures, storeCollection } from '../../platform/offline/offline-articles.ts';
import { pageKeys } from './page-paths.ts';
import { contactQuery, customerQuery, helpTexts } from './queries.ts';

/** Fetches help and pages for the library, and the pictures of everything in it. */
export async function prefetch(client: QueryClient): Promise<void> {
  const locale = language.get();
  await client.prefetchQuery(contactQuery(locale));
  await client.prefetchQuery(customerQuery);
  if (!isOfflineReadingOn.get()) return;
  await storeCollection('help', locale, await helpTexts(locale));
  await storeCollection('page', locale, await pageTexts(locale));
  await storeOfflinePictures(locale);
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
