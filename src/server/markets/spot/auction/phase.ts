import type { Ms, Ticks } from '#protocol/core/brand.ts';
import type { Pair, PairState } from '#protocol/market-data/entities/market.ts';
import { type Decimal, toUnits } from '#protocol/core/decimal.ts';

/** What a pair's row says of its state and its opening. */
export interface Opening {
  readonly state: PairState;
  readonly opensAt: Ms | null;
  /** The price it was listed with, in ticks; null for none. */
  readonly referenceTicks: Ticks | null;
}

/** A pair as a book needs it. */
export type BookedPair = Pair & { readonly referencePrice?: Decimal | null };

/** The opening of a listed pair. */
export function openingOf({ state, opensAt, priceDecimals, referencePrice = null }: BookedPair): Opening {
  const referenceTicks = referencePrice === null ? null : Number(toUnits(referencePrice, priceDecimals));
  return { state, opensAt, referenceTicks };
}

/**
 * What a market does with orders:
 *
 * - `trading`: they are matched.
 * - `call`: a call auction collects limit orders, which can be cancelled; nothing is matched.
 * - `opening`: the time of the opening has come, and what was collected is being uncrossed. Nothing is taken and nothing
 *   is given back meanwhile, so that every portion trades at the same price.
 * - `closed`: no order is taken; those that rest can be cancelled.
 */
export type Phase = 'trading' | 'call' | 'opening' | 'closed';

/** @param isCrossed whether a bid reaches an ask: such a book is uncrossed before it trades, also after a restart */
export function phaseOf({ state, opensAt }: Opening, isCrossed: boolean, at: Ms): Phase {
  if (state === 'auction') return opensAt !== null && at < opensAt ? 'call' : 'opening';
  if (state !== 'open') return 'closed';
  return isCrossed ? 'opening' : 'trading';
}
