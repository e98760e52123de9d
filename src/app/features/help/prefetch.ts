import type { QueryClient } from '@tanstack/react-query';
import type { Article } from '#protocol/content/entities.ts';
import type { Locale } from '#protocol/core/locales.ts';
import { ApiRefusal, call } from '#app/platform/api/api.ts';
import { language } from '#app/platform/language/language.ts';
import { isOfflineReadingOn, storeOfflinePictures, storeCollection } from '#app/platform/offline/offline-articles.ts';
import { pageKeys } from './page-paths.ts';
import { contactQuery, customerQuery, helpTexts } from './queries.ts';

/** Fetches help and pages for the library. */
export async function prefetch(client: QueryClient): Promise<void> {
  const locale = language.get();
  if (isOfflineReadingOn.get()) {
    await storeCollection('help', locale, await helpTexts(locale));
    await storeCollection('page', locale, await pageTexts(locale));
  }
  await client.prefetchQuery(contactQuery(locale));
  await client.prefetchQuery(customerQuery);
}

/** Fetches the pictures of everything in the library. */
export async function prefetchLater(): Promise<void> {
  if (isOfflineReadingOn.get()) await storeOfflinePictures(language.get());
}

/** The pages there are; an operator may have taken one away. */
async function pageTexts(locale: Locale): Promise<Article[]> {
  const pages = pageKeys.map(async (key) => {
    try {
      return [await call('GET common/article', { key, language: locale })];
    } catch (error) {
      if (error instanceof ApiRefusal) return [];
      throw error;
    }
  });
  return (await Promise.all(pages)).flat();
}
