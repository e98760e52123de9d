import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type pg from 'pg';

/** An open transaction: Drizzle for everyday queries, the bare client for hot statements with `unnest` arrays. */
export interface Transaction {
  readonly drizzle: NodePgDatabase;
  readonly client: pg.PoolClient;
}

/** Anything that runs statements: the pool or a transaction's client. */
export type Queryable = Pick<Transaction['client'], 'query'>;

/** The store. Everything that must hold together happens inside one `transaction`. */
export interface Database {
  readonly pool: pg.Pool;
  readonly drizzle: NodePgDatabase;
  /**
   * Runs `work` in one transaction and commits it; errors of `work` roll it back and are rethrown. Serialization
   * failures and deadlocks are retried a few times, so `work` must have no side effects outside the transaction.
   *
   * @param isolation PostgreSQL's `read committed` unless said otherwise
   * @throws OutcomeUnknown when the connection was lost between COMMIT and its answer: it may be durable
   */
  transaction<Result>(
    work: (tx: Transaction) => Promise<Result>,
    isolation?: 'read committed' | 'repeatable read' | 'serializable',
  ): Promise<Result>;
  close(): Promise<void>;
}
