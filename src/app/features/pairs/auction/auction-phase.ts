import type { Pair } from '#protocol/market-data/entities/market.ts';
import { useServerNow } from '#app/platform/stream/stream-hooks.ts';

/** Whether a pair collects orders for its opening, by the clock of the exchange, or is being opened now. */
export function useAuctionPhase(pair: Pair): 'call' | 'opening' | null {
  const now = useServerNow();
  if (pair.state !== 'auction') return null;
  return pair.opensAt !== null && now < pair.opensAt ? 'call' : 'opening';
}
