import { useQuery } from '@tanstack/react-query';
import type { Article } from '#protocol/content/entities.ts';
import { codes } from '#protocol/core/codes.ts';
import { ApiRefusal } from '#app/platform/api/api.ts';
import { language } from '#app/platform/language/language.ts';
import { useObservable } from '#app/platform/observable.ts';
import { articleQuery, offlineArticleQuery } from './queries.ts';

/** An article as far as it can be had. */
export interface ArticleState {
  /** From the exchange, else as stored on this device. */
  readonly article: Article | undefined;
  /** There is no article of that key any more. */
  readonly isMissing: boolean;
  /** Why it cannot be shown; null while it may still come. */
  readonly error: Error | null;
  readonly isFetching: boolean;
  readonly refetch: () => Promise<unknown>;
}

/** One article in the language in force: at once from this device, then from the exchange. */
export function useArticle(key: string): ArticleState {
  const locale = useObservable(language);
  const fresh = useQuery(articleQuery(key, locale));
  const kept = useQuery(offlineArticleQuery(key, locale));
  const isMissing = fresh.error instanceof ApiRefusal && fresh.error.code === codes.notFound;
  const article = isMissing ? undefined : (fresh.data ?? kept.data ?? undefined);
  return {
    article,
    isMissing,
    error: article === undefined && !kept.isPending ? fresh.error : null,
    isFetching: fresh.isFetching,
    refetch: () => fresh.refetch(),
  };
}
