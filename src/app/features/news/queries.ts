import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { CallOutput } from '#protocol/calls.ts';
import type { Article } from '#protocol/content/entities.ts';
import type { Locale } from '#protocol/core/locales.ts';
import { call } from '#app/platform/api/api.ts';
import { storeText, readText } from '#app/platform/offline/offline-articles.ts';

const pageSize = '20';

/** The news in a language, newest first, page by page. */
export function newsQuery(language: Locale) {
  return infiniteQueryOptions({
    queryKey: ['common/newsList', { language }, 'pages'],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      call(
        'GET common/newsList',
        { language, size: pageSize, ...(pageParam === null ? {} : { cursor: pageParam }) },
        { signal },
      ),
    getNextPageParam: (last: CallOutput<'GET common/newsList'>) => last.next,
  });
}

/** One article in a language; it is stored for offline reading. */
export function articleQuery(key: string, language: Locale) {
  return queryOptions<Article>({
    queryKey: ['article', { key, language }],
    queryFn: async ({ signal }) => {
      const article = await call('GET common/article', { key, language }, { signal });
      void storeText(article, language).catch(() => undefined);
      return article;
    },
  });
}

/** The same article as stored on this device; null when it is not. */
export function offlineArticleQuery(key: string, language: Locale) {
  return queryOptions<Article | null>({
    queryKey: ['kept-article', { key, language }],
    queryFn: () => readText(key, language),
    gcTime: 0,
  });
}

/** The newest news with their whole texts, as they are fetched ahead. */
export async function newsTexts(language: Locale, most: number): Promise<Article[]> {
  const { list } = await call('GET common/newsList', { language, size: String(most), texts: 'true' });
  return list.flatMap(({ article }) => (article === undefined ? [] : [article]));
}
