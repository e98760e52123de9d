import { minuteMs } from '../../../protocol/durations.ts';

/** How long, and how many: everything that waits for PostgreSQL. Milliseconds unless named otherwise. */
export interface StoreLimits {
  /** Connections at once. */
  readonly poolMax: number;
  /** How many may wait for a connection; the next one is refused at once. */
  readonly waitingMax: number;
  /** Waiting for a connection, and making one. */
  readonly connectMs: number;
  /** One statement, counted by PostgreSQL; 0 for no limit, as for a migration. */
  readonly statementMs: number;
  /** Waiting for one lock, counted by PostgreSQL. */
  readonly lockMs: number;
  /** A transaction whose client says nothing, counted by PostgreSQL: its locks are let go of. */
  readonly idleInTransactionMs: number;
  /**
   * A connection that owes an answer and sends nothing for this long is frozen or half open, and is destroyed. Longer
   * than a statement may take, so that a slow one ends by PostgreSQL's own word; 0 for no limit.
   */
  readonly silenceMs: number;
}

/** Users's calls: whoever asked hears within five seconds, whatever the store does. */
export const usersLimits: StoreLimits = {
  poolMax: 14,
  waitingMax: 400,
  connectMs: 3_000,
  statementMs: 3_500,
  lockMs: 2_500,
  idleInTransactionMs: 5_000,
  silenceMs: 4_000,
};

/** The market writers: few connections, each held for long, on which orders wait. */
export const writerLimits: StoreLimits = { ...usersLimits, poolMax: 8, waitingMax: 64 };

/** Jobs, outboxes, watchers and audits, and programs beside the exchange: nobody waits for their answer. */
export const backgroundLimits: StoreLimits = {
  poolMax: 8,
  waitingMax: 400,
  connectMs: 10_000,
  statementMs: 120_000,
  lockMs: 10_000,
  idleInTransactionMs: minuteMs,
  silenceMs: 125_000,
};

/** Bringing the tables to this build: it takes as long as it takes. */
export const migrationLimits: StoreLimits = {
  ...backgroundLimits,
  poolMax: 1,
  statementMs: 0,
  lockMs: minuteMs,
  silenceMs: 0,
};
