import { useMemo } from 'react';
import { isPriced } from '#protocol/spot/order-types.ts';
import type { Pair } from '#protocol/market-data/entities/market.ts';
import { depthLevelsMax } from '#protocol/core/limits.ts';
import { useDepth } from '#app/platform/stream/stream-hooks.ts';
import { isByTotal, type OrderDraft } from './check.ts';
import {
  type Decimal,
  decimalPlaces,
  fromUnits,
  fromUnitsFixed,
  toUnits,
  unitsPerOne,
} from '#protocol/core/decimal.ts';
import { protectionLimit } from '#protocol/contracts/maths/orders.ts';
import type { Side } from '#protocol/market-data/entities/market.ts';
import { type OrderTerms, workScale } from './maths.ts';

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

/** A level of the book as it is walked. */
interface WalkedLevel {
  readonly price: Decimal;
  readonly amount: Decimal;
}

/** What a market order would meet in the book as it is now. */
export interface MarketEstimate {
  /** Quantity in base and value in quote that it would trade. */
  readonly amount: Decimal;
  readonly total: Decimal;
  /** Null when it would meet nothing. */
  readonly averagePrice: Decimal | null;
  /** The last price that it reaches. */
  readonly worstPrice: Decimal | null;
  /** Disadvantage of the average against the best price: 0.5 is half a percent. */
  readonly slippagePercent: Decimal;
  /** Whether the levels are enough for all of it. */
  readonly complete: boolean;
}

const nothingMet: MarketEstimate = {
  amount: '0',
  total: '0',
  averagePrice: null,
  worstPrice: null,
  slippagePercent: '0',
  complete: false,
};

/**
 * Walks the opposing side of the book as the exchange does: level by level, in whole lots, within the protection band.
 *
 * @param levels the opposing side, best first
 * @param want a quantity in base, or for a buy what it may spend in quote
 */
export function estimateMarket(
  side: Side,
  levels: readonly WalkedLevel[],
  want: { readonly amount: Decimal } | { readonly total: Decimal },
  terms: OrderTerms,
): MarketEstimate {
  const best = levels[0];
  if (best === undefined) return nothingMet;
  const bestUnits = toUnits(best.price, workScale);
  const furthest = protectionLimit(side, bestUnits);
  const lot = toUnits(terms.lotSize, workScale);
  const one = unitsPerOne(workScale);
  let left = 'amount' in want ? toUnits(want.amount, workScale) : 0n;
  let budget = 'total' in want ? toUnits(want.total, workScale) : 0n;
  const byTotal = 'total' in want;
  let amount = 0n;
  let total = 0n;
  let worst: Decimal | null = null;
  let complete = false;
  for (const level of levels) {
    const price = toUnits(level.price, workScale);
    if (side === 'buy' ? price > furthest : price < furthest) break;
    const here = toUnits(level.amount, workScale);
    const wanted = byTotal ? ((budget * one) / price / lot) * lot : left;
    const taken = wanted < here ? wanted : here;
    if (taken > 0n) {
      const value = (taken * price) / one;
      amount += taken;
      total += value;
      left -= taken;
      budget -= value;
      worst = level.price;
    }
    // What is left of a budget after its last whole lot buys nothing more at any worse price.
    if (byTotal ? wanted <= here : left === 0n) {
      complete = amount > 0n;
      break;
    }
  }
  if (amount === 0n) return nothingMet;
  const places = decimalPlaces(terms.tickSize);
  const average = (total * one) / amount;
  const away = side === 'buy' ? average - bestUnits : bestUnits - average;
  return {
    amount: fromUnits(amount, workScale),
    total: fromUnits(total, workScale),
    averagePrice: fromUnitsFixed(average / unitsPerOne(workScale - places), places),
    worstPrice: worst,
    slippagePercent: fromUnits((away * 100n * one) / bestUnits, workScale),
    complete,
  };
}
