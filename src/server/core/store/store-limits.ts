import { minuteMs } from '#protocol/core/durations.ts';

/** Limits on everything that waits for PostgreSQL. Milliseconds unless noted. */
export interface StoreLimits {
  /** Open connections. */
  readonly poolMax: number;
  /** How many may wait for a connection; the next one is refused at once. */
  readonly waitingMax: number;
  /** Waiting for a connection, and making one. */
  readonly connectMs: number;
  /** One statement, counted by PostgreSQL; 0 for no limit, as for a migration. */
  readonly statementMs: number;
  /** Waiting for one lock, counted by PostgreSQL. */
  readonly lockMs: number;
  /** An idle transaction, counted by PostgreSQL: its locks are released. */
  readonly idleInTransactionMs: number;
  /**
   * A connection with a pending answer that sends nothing for this long is frozen or half open, and is destroyed.
   * Longer than the statement timeout, so that PostgreSQL itself ends a slow one; 0 for no limit.
   */
  readonly silenceMs: number;
  /**
   * How soon PostgreSQL ends a statement whose client's process is gone; otherwise it works on to its end, and keeps its locks.
   */
  readonly goneMs?: number;
}

/** User calls: answered within five seconds, whatever the store does. */
export const usersLimits: StoreLimits = {
  poolMax: 14,
  waitingMax: 400,
  connectMs: 3_000,
  statementMs: 3_500,
  lockMs: 2_500,
  idleInTransactionMs: 5_000,
  silenceMs: 4_000,
};

/** The market writers: few long-held connections that orders depend on. */
export const writerLimits: StoreLimits = { ...usersLimits, poolMax: 8, waitingMax: 64 };

/** Jobs, outboxes, watchers and audits, and programs beside the exchange: no user waits for them. */
export const backgroundLimits: StoreLimits = {
  poolMax: 8,
  waitingMax: 400,
  connectMs: 10_000,
  statementMs: 120_000,
  lockMs: 10_000,
  idleInTransactionMs: minuteMs,
  silenceMs: 125_000,
};

/**
 * Moving partitions out of the store and back: a statement may read or write a whole one. An operator who was interrupted
 * does not find the old statement at work when the command is given again.
 */
export const archiveLimits: StoreLimits = { ...backgroundLimits, statementMs: 0, silenceMs: 0, goneMs: 1_000 };

/** Migrations: no time limit. */
export const migrationLimits: StoreLimits = {
  ...backgroundLimits,
  poolMax: 1,
  statementMs: 0,
  lockMs: minuteMs,
  silenceMs: 0,
};

/**
 * Changes of partitions while the exchange runs: a statement may read a whole table beside its writers, but nobody is kept
 * waiting behind one that waits for a lock.
 */
export const upkeepLimits: StoreLimits = { ...migrationLimits, lockMs: 500 };
