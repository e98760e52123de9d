import { hourMs } from '#protocol/core/durations.ts';
import type { Locale } from '#protocol/core/locales.ts';
import { callQuery } from '#app/platform/api/call-query.ts';

/** The introduction of a coin in the reader's language. */
export function coinArticleQuery(asset: string, language: Locale) {
  return { ...callQuery('GET common/article', { key: `coin/${asset}`, language }), staleTime: hourMs };
}
