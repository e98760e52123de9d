import { queryOptions, useQuery } from '@tanstack/react-query';
import { minuteMs } from '#protocol/core/durations.ts';
import type { Article } from '#protocol/content/entities.ts';
import type { Locale } from '#protocol/core/locales.ts';
import { call } from '#app/platform/api/api.ts';
import { callQuery } from '#app/platform/api/call-query.ts';
import { language } from '#app/platform/language/language.ts';
import { storeCollection, readCollection } from '#app/platform/offline/offline-articles.ts';
import { useObservable } from '#app/platform/observable.ts';

const pageSize = '100';
/** Help articles that are read at most; there are a few dozen. */
const helpMax = 300;

/** Every help article with its text, in the order of the catalogue. */
export async function helpTexts(locale: Locale, signal?: AbortSignal): Promise<Article[]> {
  const articles: Article[] = [];
  let cursor: string | null = null;
  do {
    const input = { language: locale, size: pageSize, ...(cursor === null ? {} : { cursor }) };
    const page: { list: readonly { article: Article }[]; next: string | null } = await call(
      'GET common/problem',
      input,
      signal === undefined ? {} : { signal },
    );
    articles.push(...page.list.map(({ article }) => article));
    cursor = page.next;
  } while (cursor !== null && articles.length < helpMax);
  return articles;
}

const helpFreshMs = 5 * minuteMs;

/** The help in a language; it is stored for offline reading. */
export function helpQuery(locale: Locale) {
  return queryOptions<Article[]>({
    queryKey: ['help', { language: locale }],
    staleTime: helpFreshMs,
    queryFn: async ({ signal }) => {
      const articles = await helpTexts(locale, signal);
      void storeCollection('help', locale, articles).catch(() => undefined);
      return articles;
    },
  });
}

function offlineHelpQuery(locale: Locale) {
  return queryOptions<Article[]>({
    queryKey: ['kept-help', { language: locale }],
    queryFn: () => readCollection('help', locale),
    gcTime: 0,
  });
}

/** The help in the language in force: at once from this device, then from the exchange. */
export function useHelp() {
  const locale = useObservable(language);
  const fresh = useQuery(helpQuery(locale));
  const kept = useQuery(offlineHelpQuery(locale));
  const articles = fresh.data ?? (kept.data !== undefined && kept.data.length > 0 ? kept.data : undefined);
  return {
    articles,
    error: articles === undefined && !kept.isPending ? fresh.error : null,
    isFetching: fresh.isFetching,
    refetch: () => fresh.refetch(),
  };
}

/** Where the exchange can be reached. */
export function contactQuery(locale: Locale) {
  return callQuery('GET common/contact', { language: locale });
}

/** Ways to customer service. */
export const customerQuery = callQuery('GET customer/config', {});
