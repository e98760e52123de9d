import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { P2pCoin, FiatCurrencyCode } from '#protocol/p2p/currencies.ts';
import type { Decimal } from '#protocol/core/decimal.ts';
import { callQuery } from '#app/platform/api/call-query.ts';

/** Which market an advert is for. */
interface Market {
  /** What the merchant does. */
  readonly side: 'buy' | 'sell';
  readonly asset: P2pCoin;
  readonly currency: FiatCurrencyCode;
}

export interface MarketView {
  /** Null while the coin has none in the currency, or nothing was answered yet. */
  readonly index: Decimal | null;
  /** Prices of others on the same side, the best first. */
  readonly others: readonly Decimal[];
  /** There are more than these. */
  readonly isMore: boolean;
  /** Nothing came for a while: publishing waits. */
  readonly isStale: boolean;
}

/** How often the market is asked while the form is open, and after how long without an answer it is stale. */
const everyMs = 2_000;
const staleAfterMs = 10_000;

/** Index and prices of others on one's own side of a market, live. */
export function useMarketView({ side, asset, currency }: Market): MarketView {
  const query = useQuery({
    // Who wants the opposite sees the adverts of this side.
    ...callQuery('GET tradeList', { side: side === 'sell' ? 'buy' : 'sell', asset, currency }),
    staleTime: 0,
    refetchInterval: everyMs,
  });
  const { data, dataUpdatedAt } = query;
  const isStale = useIsOld(dataUpdatedAt);
  return {
    index: data?.index ?? null,
    others: data?.list.flatMap(({ own, price }) => (own || price === null ? [] : [price])) ?? [],
    isMore: data?.next != null,
    isStale,
  };
}

/** Whether an answer is so old that its prices are no longer shown as live. @param atMs epoch milliseconds; 0 for none */
function useIsOld(atMs: number): boolean {
  const [isOld, setOld] = useState(false);
  useEffect(() => {
    if (atMs === 0) return undefined;
    const timer = setTimeout(() => setOld(true), Math.max(0, atMs + staleAfterMs - Date.now()));
    return () => {
      clearTimeout(timer);
      setOld(false);
    };
  }, [atMs]);
  return isOld;
}
