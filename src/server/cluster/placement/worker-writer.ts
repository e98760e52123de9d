import type { PauseWatch } from '#server/core/clock/pause-watch.ts';
import type { IdRange } from '#server/core/commit/id-range.ts';
import type { WriterName } from '#server/core/commit/writer-fence.ts';
import type { IdempotencyKey } from '#server/core/idempotency/idempotency-key.ts';
import type { BalanceRow } from '#server/core/ledger/balance-row.ts';
import type { Database } from '#server/core/store/database.ts';
import type { Family } from './messages.ts';

/** A snapshot as its writer knows it; its place among the market's commits is the worker's. */
type WorkerSnapshot<Of extends Family> = Omit<Of['snapshot'], 'epoch' | 'seq'>;

/** A change as its writer knows it; its place among the market's commits is the worker's, and balances are beside it. */
export type WorkerChange<Of extends Family> = Omit<Of['change'], 'epoch' | 'seq' | 'balances'> & {
  readonly market: string;
};

/** The writer of markets that are run for another engine. */
export interface WorkerWriter<Of extends Family> {
  /** Takes its fence and loads its markets. @throws WriterTaken when it was taken back @throws what the store throws */
  open(): Promise<void>;
  /** Has a command of a market done. @throws Refusal of the command @throws OutcomeUnknown when it may have been done */
  submit(market: string, request: Of['request'], key: IdempotencyKey | null): Promise<Of['answer']>;
  /** A market as of its last commit or step; null when it is not there. */
  snapshot(market: string): WorkerSnapshot<Of> | null;
  /** Drains what was submitted; refuses later commands. */
  close(): Promise<void>;
}

/** What a run writer is made of, and what it says of its work. */
export interface WorkerSpec<Of extends Family> {
  /** Who writes, and its share of the ids. */
  readonly name: WriterName;
  readonly idRange: IdRange;
  /** The markets that it writes. */
  readonly listed: readonly Of['listed'][];
  readonly database: Pick<Database, 'pool'>;
  /** Whether nothing of a market may move now, as the engine that owns the data said last. */
  readonly isHeld: (market: string) => boolean;
  readonly pauseWatch: Pick<PauseWatch, 'pauses'>;
  /** Called for failed writes and halted markets. */
  readonly failed: (error: unknown, what: string) => void;
  /** Called once when the writer was taken from this process. */
  readonly taken: () => void;
  /** Called when an unknown commit outcome has been resolved: its changes were not published. */
  readonly settled: () => void;
  /** Called after each commit, with a change of each market that it changed and with all of its balances. */
  readonly committed: (changes: readonly WorkerChange<Of>[], balances: readonly BalanceRow[]) => void;
  /** Called when markets changed without a commit, as by a new price. Nothing about the store follows from it. */
  readonly stepped: (changes: readonly WorkerChange<Of>[]) => void;
}
