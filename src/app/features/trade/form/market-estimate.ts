import { useMemo } from 'react';
import { isPriced } from '../../../../protocol/order-types.ts';
import type { Pair } from '../../../../protocol/entities/market.ts';
import { depthLevelsMax } from '../../../../protocol/limits.ts';
import { useDepth } from '../../../platform/stream/stream-hooks.ts';
import { isByTotal, type OrderDraft } from './check.ts';
import { estimateMarket, type MarketEstimate } from './maths.ts';

/** What a market order would meet in the book as it runs; null for limit orders, and while nothing is known. */
export function useMarketEstimate(pair: Pair, draft: OrderDraft): MarketEstimate | null {
  const isMarket = !isPriced(draft.type);
  const book = useDepth(isMarket ? pair.id : null, depthLevelsMax);
  const byTotal = isByTotal(draft);
  const want = byTotal ? draft.total : draft.amount;
  return useMemo(() => {
    if (book === null || !/[1-9]/.test(want)) return null;
    const levels = draft.side === 'buy' ? book.asks : book.bids;
    return estimateMarket(draft.side, levels, byTotal ? { total: want } : { amount: want }, pair);
  }, [book, want, byTotal, draft.side, pair]);
}
