import type { Ms, Ticks } from '../../../../protocol/brand.ts';
import type { IdempotencyKey } from '../../../core/idempotency/idempotency-key.ts';
import type { BalanceRow } from '../../../core/ledger/balance-row.ts';
import type { Uncrossing } from '../../engine/call-auction.ts';
import type { BookedPair } from '../auction/phase.ts';
import type { SpotOrder, SpotTrade } from '../order.ts';
import type { SpotRequest } from '../spot.ts';

/**
 * What the active engine and the engine that runs a pair for it say to each other. The epoch is that of the pair's
 * ownership; the sequence counts the pair's commits under it, so that a gap is a commit whose change was lost.
 */

/** One command for a pair. */
export interface PairCommand {
  readonly request: SpotRequest;
  /** Null for the house. */
  readonly key: IdempotencyKey | null;
  /** The span that it is a part of, as a `traceparent`; absent while it is not traced. */
  readonly trace?: string;
}

/** Commands of one pair, which are submitted together and in order. */
export interface PairCommands {
  readonly pair: string;
  readonly epoch: number;
  /** Whether nothing of the pair may move now: stopped by an operator, or by the audit. */
  readonly isHeld: boolean;
  /** Pauses of the process that sends them (`PauseWatch`): after one, the house's quotes are outdated. */
  readonly pauses: number;
  readonly commands: readonly PairCommand[];
}

/** The outcome of one command. */
export type PairOutcome =
  | { readonly ok: true; readonly order: SpotOrder }
  | { readonly ok: false; readonly error: unknown };

/** The outcomes of commands, in their order, and the last commit that they are a part of. */
export interface PairAnswer {
  readonly seq: number;
  readonly outcomes: readonly PairOutcome[];
}

/** The public state of a market besides its orders, as of a commit. */
export interface PairState {
  readonly pair: string;
  readonly epoch: number;
  readonly seq: number;
  readonly lastTicks: Ticks | null;
  /** What its call auction would come to; null without one, or when nothing would trade. */
  readonly indicative: Uncrossing | null;
  /** Why it takes no commands any more; null while it does. */
  readonly halted: string | null;
}

/** A market as of a commit, with its open orders by id. */
export interface PairSnapshot extends PairState {
  readonly orders: readonly SpotOrder[];
}

/** What one commit changed in one market. */
export interface PairChange extends PairState {
  readonly at: Ms;
  /** Oldest first. */
  readonly trades: readonly SpotTrade[];
  /** Orders that were placed, filled or ended, in their current state, also the house's. */
  readonly orders: readonly SpotOrder[];
  /** Balances that the commit changed; in one of its changes only, when it changed several markets. */
  readonly balances: readonly BalanceRow[];
}

/** Pairs that an engine is to run, with their terms, under the epoch of each. */
export interface GivenPair {
  readonly pair: BookedPair;
  readonly epoch: number;
}
