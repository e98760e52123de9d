import type { Ms, OwnerId } from '#protocol/core/brand.ts';
import type { IdempotencyKey } from '#server/core/idempotency/idempotency-key.ts';
import type { Level } from '#protocol/market-data/entities/market.ts';
import type { Order } from '#protocol/spot/entities.ts';
import type { BookedPair } from './auction/phase.ts';
import type { PlaceRequest } from './placement.ts';
import type { SpotOrder, SpotTrade } from './order.ts';

/** A cancel request. */
export interface CancelRequest {
  readonly kind: 'cancel';
  readonly owner: OwnerId;
  readonly id: number;
}

export type SpotRequest = PlaceRequest | CancelRequest;

/** The exchange's own request to uncross a portion of what an auction collected. */
export interface UncrossRequest {
  readonly kind: 'uncross';
  readonly pair: string;
  /** Trades of the portion. */
  readonly most: number;
}

/** The exchange's own request to load a pair that another engine wrote until now; nothing is done once it is loaded. */
interface LoadRequest {
  readonly kind: 'load';
  readonly pair: string;
}

/** What the exchange itself requests of a pair. */
export type ExchangeRequest = UncrossRequest | LoadRequest;

/** What an auction would come to if it ended now, as decimals: nothing would trade at a price of null. */
export interface Indication {
  readonly price: string | null;
  readonly amount: string;
}

/** The outcome of one request. */
export type SpotOutcome =
  | { readonly ok: true; readonly order: SpotOrder }
  | { readonly ok: false; readonly error: unknown };

/** What one commit changed in one market. */
export interface SpotEvent {
  readonly pair: string;
  readonly at: Ms;
  /** Oldest first. */
  readonly trades: readonly SpotTrade[];
  /** Users' orders that were placed, filled or ended, in their current state, without the house's. */
  readonly orders: readonly SpotOrder[];
}

/** The visible book: levels from the best on, as decimals. */
interface SpotDepth {
  readonly bids: readonly Level[];
  readonly asks: readonly Level[];
}

/** Spot trading: orders in, commits out. */
export interface Spot {
  /**
   * Places or cancels. Resolves after the commit with the resulting order; a key used before returns its own order in
   * its current state.
   *
   * @throws Refusal with a code the two calls declare, or `busyRetry` when it was certainly not done
   * @throws OutcomeUnknown when it may have been done
   */
  submit(request: SpotRequest, idempotencyKey?: IdempotencyKey): Promise<Order>;
  /** Several requests in order, usually in one commit; used for the makers' requotes. */
  submitMany(requests: readonly SpotRequest[]): Promise<SpotOutcome[]>;
  /** Called after each commit, once per changed market. Returns an unsubscribe function. */
  onEvents(listener: (event: SpotEvent) => void): () => void;
  /** The book as of the last commit, at most `depthLevelsMax` levels a side. */
  depth(pair: string, levels: number): SpotDepth;
  /** What the call auction of a pair would come to as of the last commit; null while there is none. */
  indication(pair: string): Indication | null;
  /** Best and last prices as decimals; null for none. */
  prices(pair: string): { readonly bid: string | null; readonly ask: string | null; readonly last: string | null };
  /** Open orders of one owner as of the last commit, in one pair or in all, oldest first; none of a pair without a market. */
  openOrders(owner: OwnerId, pair?: string): SpotOrder[];
  /** Whether a pair trades now: neither before its opening nor while it takes no orders. */
  isOpen(pair: string): boolean;
  /**
   * Takes what is listed now: books of new pairs open, states, limits and fees count from the next order on, and the
   * book of a pair that is not among them any more is gone, unless orders rest in it.
   *
   * @throws Error when a pair's terms are unsound, or its steps changed
   * @throws Refusal `busyRetry` while the store is away
   */
  follow(pairs: readonly BookedPair[]): Promise<void>;
  /** Cancels every order of a pair, also the house's. @returns how many are left, which is none unless some failed */
  cancelAll(pair: string): Promise<number>;
  /**
   * Uncrosses what call auctions collected in pairs that are open by now, and lets them trade. Whatever fails goes on at
   * the next call.
   */
  uncross(): Promise<void>;
  /**
   * A digest of a market's book, equal exactly when its state is equal.
   *
   * @throws Error for a pair that another engine runs: its priorities are not known here
   */
  stateHash(pair: string): string;
  /** Drains what was submitted; refuses later commands. */
  close(): Promise<void>;
}
