import type { Ticks } from '#protocol/core/brand.ts';
import type { Uncrossing } from '#server/markets/engine/call-auction.ts';
import type { MarketChange, MarketState } from '#server/cluster/placement/messages.ts';
import type { BookedPair } from '../auction/phase.ts';
import type { SpotOrder, SpotTrade } from '../order.ts';
import type { SpotRequest } from '../spot.ts';

/** What spot pairs add to what engines say to each other about markets. */

/** The public state of a pair besides its orders, as of a commit. */
export interface PairState extends MarketState {
  readonly lastTicks: Ticks | null;
  /** What its call auction would come to; null without one, or when nothing would trade. */
  readonly indicative: Uncrossing | null;
}

/** A pair as of a commit, with its open orders by id. */
export interface PairSnapshot extends PairState {
  readonly orders: readonly SpotOrder[];
}

/** What one commit changed in one pair. */
export interface PairChange extends PairState, MarketChange {
  /** Oldest first. */
  readonly trades: readonly SpotTrade[];
  /** Orders that were placed, filled or ended, in their current state, also the house's. */
  readonly orders: readonly SpotOrder[];
}

/** The spot pairs, as a family of markets. */
export interface SpotFamily {
  readonly listed: BookedPair;
  readonly request: SpotRequest;
  readonly answer: SpotOrder;
  readonly snapshot: PairSnapshot;
  readonly change: PairChange;
}
