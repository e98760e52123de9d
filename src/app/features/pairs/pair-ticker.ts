import { useQuery } from '@tanstack/react-query';
import type { Ticker } from '#protocol/market-data/entities/market.ts';
import { useStale, useTicker } from '#app/platform/stream/stream-hooks.ts';
import { tickersQuery } from './queries.ts';

/** The pair's ticker as it runs; before the stream speaks, the last one that was answered. `null` holds nothing. */
export function usePairTicker(pair: string | null): { ticker: Ticker | null; stale: boolean } {
  const live = useTicker(pair);
  const late = useStale(pair === null ? null : `ticker:${pair}`);
  const { data } = useQuery({ ...tickersQuery, enabled: pair !== null && live === null });
  const known = data?.list.find((ticker) => ticker.pair === pair) ?? null;
  return { ticker: live ?? known, stale: late };
}
