import type { Ms, OwnerId } from '../../../protocol/brand.ts';
import type { IdempotencyKey } from '../../core/idempotency/idempotency-key.ts';
import type { Level } from '../../../protocol/entities/market.ts';
import type { Order } from '../../../protocol/entities/order.ts';
import type { PlaceRequest } from './placement.ts';
import type { SpotOrder, SpotTrade } from './order.ts';

/** What somebody wants cancelled. */
export interface CancelRequest {
  readonly kind: 'cancel';
  readonly owner: OwnerId;
  readonly id: number;
}

export type SpotRequest = PlaceRequest | CancelRequest;

/** How one request of many ended. */
export type SpotOutcome =
  | { readonly ok: true; readonly order: SpotOrder }
  | { readonly ok: false; readonly error: unknown };

/** What one commit changed in one market. */
export interface SpotEvent {
  readonly pair: string;
  readonly at: Ms;
  /** Oldest first. */
  readonly trades: readonly SpotTrade[];
  /** Users's orders that were placed, filled or ended, as they stand now; the house's are left out. */
  readonly orders: readonly SpotOrder[];
}

/** The visible book: levels from the best on, as decimals. */
export interface SpotDepth {
  readonly bids: readonly Level[];
  readonly asks: readonly Level[];
}

/** Spot trading: orders in, commits out. */
export interface Spot {
  /**
   * Places or cancels. Resolves after the commit that made it so, with the order as it then stood; a key that was used
   * before answers its own order, as it stands now.
   *
   * @throws Refusal with a code the two calls declare, or `busyRetry` when it was certainly not done
   * @throws OutcomeUnknown when it may have been done
   */
  submit(request: SpotRequest, idempotencyKey?: IdempotencyKey): Promise<Order>;
  /** Several requests at once, in their order, usually in one commit: what the makers' requotes use. */
  submitMany(requests: readonly SpotRequest[]): Promise<SpotOutcome[]>;
  /** Told after each commit, once per market it changed. Returns how to stop. */
  onEvents(listener: (event: SpotEvent) => void): () => void;
  /** The book as of the last commit, at most `depthLevelsMax` levels a side. */
  depth(pair: string, levels: number): SpotDepth;
  /** Best prices and the last one as decimals; null where there is none. */
  prices(pair: string): { readonly bid: string | null; readonly ask: string | null; readonly last: string | null };
  /** Open orders of one owner as of the last commit, in one pair or in all, oldest first. */
  openOrders(owner: OwnerId, pair?: string): SpotOrder[];
  /** Whether a pair takes orders now. */
  isOpen(pair: string): boolean;
  /** A digest of a market's book, equal exactly when its state is equal. */
  stateHash(pair: string): string;
  /** Waits for what was submitted; refuses what comes after. */
  close(): Promise<void>;
}
