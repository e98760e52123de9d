import type { Pair } from '../../../contract/entities/market.ts';
import type { CallOutput } from '../../../contract/calls.ts';
import type { Locale } from '../../../contract/locales.ts';
import { callQuery } from '../../platform/call-query.ts';

/** Every pair with its precisions; they change seldom. */
export const pairsQuery = { ...callQuery('GET common/symbolsList', {}), staleTime: 5 * 60_000 };

/** One pair of the list, or null when the exchange does not have it. */
export function pairOf(answer: CallOutput<'GET common/symbolsList'>, id: string): Pair | null {
  return answer.list.find((pair) => pair.id === id) ?? null;
}

/** Tickers of all pairs: what is shown until the stream speaks. */
export const tickersQuery = callQuery('GET common/huobiTicket', {});

export const ratesQuery = { ...callQuery('GET common/platformRate', {}), staleTime: 5 * 60_000 };

/** The introduction of a coin in the reader's language. */
export function coinArticleQuery(asset: string, language: Locale) {
  return { ...callQuery('GET common/article', { key: `coin/${asset}`, language }), staleTime: 60 * 60_000 };
}
