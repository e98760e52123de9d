import { type QueryClient, keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useDeferredValue, useMemo } from 'react';
import { minuteMs } from '#protocol/core/durations.ts';
import type { Article } from '#protocol/content/entities.ts';
import { type Locale, locales } from '#protocol/core/locales.ts';
import { language } from '#app/platform/language/language.ts';
import { offlineArticlesVersion, readCollection, articleCollections } from '#app/platform/offline/offline-articles.ts';
import { useObservable } from '#app/platform/observable.ts';
import { noticesQuery } from '../notices/queries.ts';
import { pathOfText } from './page-paths.ts';
import { helpQuery } from './queries.ts';
import type { Find, Searchable, TextSearch } from './search/text-search.ts';

/** Everything that can be read on this device, with where it opens. */
async function searchables(client: QueryClient, locale: Locale): Promise<Searchable[]> {
  const kept = (await Promise.all(articleCollections.map((collection) => readCollection(collection, locale)))).flat();
  const texts = new Map<string, Article>(kept.map((article) => [article.key, article]));
  // Texts the user does not want stored are searched while they are in memory.
  for (const article of client.getQueryData(helpQuery(locale).queryKey) ?? []) texts.set(article.key, article);
  const notices = client.getQueryData(noticesQuery(locale).queryKey)?.pages.flatMap(({ list }) => list) ?? [];
  return [
    ...[...texts.values()].map((article) => ({ to: pathOfText(article.key), article })),
    ...notices.map(({ notice, article }) => ({ to: `/pages/notice/details?id=${notice.id}`, article })),
  ];
}

/** What a search came to. */
interface SearchState {
  /** Null while there is no index yet. */
  readonly finds: readonly Find[] | null;
  readonly error: Error | null;
  readonly retry: () => void;
}

/**
 * Finds what can be read on this device, help, news, pages and notices, in the language in force. The index is built
 * when the user first types, and again when a text changed.
 */
export function useTextSearch(query: string): SearchState {
  const client = useQueryClient();
  const locale = useObservable(language);
  const version = useObservable(offlineArticlesVersion);
  // Read only: the screen fetches it. Where no texts are stored, it alone has the help.
  const help = useQuery({ ...helpQuery(locale), enabled: false });
  const wanted = query.trim() !== '';
  const index = useQuery<TextSearch>({
    queryKey: ['text-search', { language: locale, version, help: help.dataUpdatedAt }],
    enabled: wanted,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: minuteMs,
    structuralSharing: false,
    placeholderData: keepPreviousData,
    queryFn: async () => {
      const { TextSearch } = await import('./search/text-search.ts');
      return TextSearch.build(await searchables(client, locale), locales[locale].tag);
    },
  });
  const asked = useDeferredValue(query);
  const found = useMemo(
    () => (index.data === undefined || asked.trim() === '' ? null : index.data.find(asked)),
    [index.data, asked],
  );
  // Nothing is said to be missing while the help is still on its way.
  const finds = found?.length === 0 && help.isLoading ? null : found;
  return { finds, error: index.error, retry: () => void index.refetch() };
}
