import type { QueryClient } from '@tanstack/react-query';
import { language } from '../../platform/language.ts';
import { articleQuery, newsQuery } from './queries.ts';

/** Screens of the news that open without a network. */
export const offlinePaths = ['/pages/neWs/neWs', '/pages/home/newsDetail'] as const;

/** Texts that are read without having been opened before: the newest of the news, and what one agreed to. */
const articlesAhead = 20;
const pages = ['page/agreement', 'page/privacy'];

/** Fetches the newest news with their texts, in the language in force. */
export async function fetchAhead(client: QueryClient): Promise<void> {
  const locale = language.get();
  const list = await client.fetchInfiniteQuery(newsQuery(locale));
  const keys = (list.pages[0]?.list ?? []).slice(0, articlesAhead).map((article) => article.key);
  for (const key of [...keys, ...pages]) await client.prefetchQuery(articleQuery(key, locale));
}
