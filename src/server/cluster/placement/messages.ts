import type { Ms } from '#protocol/core/brand.ts';
import type { IdempotencyKey } from '#server/core/idempotency/idempotency-key.ts';
import type { BalanceRow } from '#server/core/ledger/balance-row.ts';

/**
 * What the active engine and an engine that runs markets for it say to each other. The epoch is that of a market's
 * ownership; the sequence counts the market's commits under it, so that a gap is a commit whose change was lost.
 */

/** What a family of markets says, such as the spot pairs: its own parts of each message. */
export interface Family {
  /** A market as it is listed, which is all that its engine needs to know of it. */
  readonly listed: { readonly id: string };
  /** What is asked of a market, and what that is answered with. */
  readonly request: unknown;
  readonly answer: unknown;
  /** A market as of a commit. */
  readonly snapshot: MarketState;
  /** What one commit changed in one market. */
  readonly change: MarketChange;
}

/** The public state of a market besides what its family adds, as of a commit. */
export interface MarketState {
  readonly market: string;
  readonly epoch: number;
  readonly seq: number;
  /** Why it takes no commands any more; null while it does. */
  readonly halted: string | null;
}

/** What one commit changed in one market, besides what its family adds. */
export interface MarketChange extends MarketState {
  readonly at: Ms;
  /** Balances that the commit changed; in one of its changes only, when it changed several markets. */
  readonly balances: readonly BalanceRow[];
}

/** One command for a market. */
export interface MarketCommand<Of extends Family> {
  readonly request: Of['request'];
  /** Null for the house. */
  readonly key: IdempotencyKey | null;
  /** The span that it is a part of, as a `traceparent`; absent while it is not traced. */
  readonly trace?: string;
}

/** Commands of one market, which are submitted together and in order. */
export interface MarketCommands<Of extends Family> {
  readonly market: string;
  readonly epoch: number;
  /** Whether nothing of the market may move now: stopped by an operator, or by the audit. */
  readonly isHeld: boolean;
  /** Pauses of the process that sends them (`PauseWatch`): after one, the house's quotes are outdated. */
  readonly pauses: number;
  readonly commands: readonly MarketCommand<Of>[];
}

/** The outcome of one command. */
export type MarketOutcome<Of extends Family> =
  | { readonly ok: true; readonly answer: Of['answer'] }
  | { readonly ok: false; readonly error: unknown };

/** The outcomes of commands, in their order, and the last commit that they are a part of. */
export interface MarketAnswer<Of extends Family> {
  readonly seq: number;
  readonly outcomes: readonly MarketOutcome<Of>[];
}

/** A market that an engine is to run, under its epoch. */
export interface AssignedMarket<Of extends Family> {
  readonly listed: Of['listed'];
  readonly epoch: number;
}
