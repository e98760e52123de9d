import { minuteMs } from '#protocol/core/durations.ts';
import type { CallOutput } from '#protocol/calls.ts';
import type { Pair } from '#protocol/market-data/entities/market.ts';
import { callQuery } from '#app/platform/api/call-query.ts';

/** Every pair with its precisions; they change seldom. */
export const pairsQuery = { ...callQuery('GET common/symbolsList', {}), staleTime: 5 * minuteMs };

/** One pair of the list, or null when the exchange does not have it. */
export function pairOf(answer: CallOutput<'GET common/symbolsList'>, id: string): Pair | null {
  return answer.list.find((pair) => pair.id === id) ?? null;
}

/** Tickers of all pairs: what is shown until the stream speaks. */
export const tickersQuery = callQuery('GET common/huobiTicket', {});
