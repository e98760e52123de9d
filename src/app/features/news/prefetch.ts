import type { QueryClient } from '@tanstack/react-query';
import { language } from '#app/platform/language/language.ts';
import { isOfflineReadingOn, storeCollection } from '#app/platform/offline/offline-articles.ts';
import { newsQuery, newsTexts } from './queries.ts';

/** The newest of the news whose texts are read without having been opened before. */
const articlesPrefetched = 60;

/** Fetches the newest news, and their texts for the library, in the language in force. */
export async function prefetch(client: QueryClient): Promise<void> {
  const locale = language.get();
  await client.prefetchInfiniteQuery(newsQuery(locale));
  if (!isOfflineReadingOn.get()) return;
  await storeCollection('news', locale, await newsTexts(locale, articlesPrefetched));
}
