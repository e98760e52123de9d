import { setTimeout as sleep } from 'node:timers/promises';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { ClientConfig, Pool, PoolClient } from 'pg';
import { BoundedPool, type PoolGate } from './bounded-pool.ts';
import { markCommitted } from './commit-trace.ts';
import type { Database, Transaction } from './database.ts';
import { OutcomeUnknown } from '../failures/outcome-unknown.ts';
import { isConnectionLoss, isTransient, postgresFailure } from '../failures/postgres-errors.ts';
import { backgroundLimits, type StoreLimits } from './store-limits.ts';
import { StoreUnavailable } from '../failures/store-unavailable.ts';

interface OpenOptions {
  /** Background limits by default. */
  readonly limits?: StoreLimits;
  /** Number of connections, overriding the limits. */
  readonly poolMax?: number;
  readonly applicationName?: string;
  readonly gate?: PoolGate;
  /** Called when an idle connection breaks; the pool replaces it. */
  readonly onConnectionError?: (error: Error) => void;
  /** Notified of each transaction whose outcome is unknown. */
  readonly onOutcomeUnknown?: () => void;
}

/** A store whose connections can all be ended at once. */
export interface OpenedDatabase extends Database {
  /** Destroys every connection, also those in use: their queries fail at once. New ones are made when asked for. */
  destroyConnections(reason: Error): void;
}

/** Attempts for a transaction with serialization failures or deadlocks. */
const transactionTries = 6;
const retryStepMs = 5;

/**
 * Opens the store. Nothing is connected before the first query.
 *
 * @param connection a `postgres://` URL, or its parts, or a function that returns them for each connection
 */
export function openDatabase(
  connection: string | ClientConfig | (() => ClientConfig),
  options: OpenOptions = {},
): OpenedDatabase {
  const parts: ClientConfig | (() => ClientConfig) =
    typeof connection === 'string' ? { connectionString: connection } : connection;
  const limits = options.limits ?? backgroundLimits;
  const pool = new BoundedPool({
    connection: typeof parts === 'function' ? parts : () => parts,
    applicationName: options.applicationName ?? 'dunlin',
    limits: { ...limits, poolMax: options.poolMax ?? limits.poolMax },
    gate: options.gate ?? null,
  });
  pool.on('error', (error) => options.onConnectionError?.(error));
  return {
    pool,
    drizzle: drizzle({ client: pool }),
    async transaction(work, isolation = 'read committed') {
      for (let tried = 1; ; tried += 1) {
        try {
          const result = await runOnce(pool, work, isolation);
          markCommitted();
          return result;
        } catch (error) {
          if (error instanceof OutcomeUnknown) options.onOutcomeUnknown?.();
          if (tried >= transactionTries || !isTransient(error)) throw error;
          // Jitter, so that the losers do not collide again at once.
          await sleep(Math.random() * retryStepMs * 2 ** tried);
        }
      }
    },
    destroyConnections: (reason) => pool.destroyAll(reason),
    close: () => pool.end(),
  };
}

async function runOnce<Result>(
  pool: Pool,
  work: (tx: Transaction) => Promise<Result>,
  isolation: string,
): Promise<Result> {
  const client = await pool.connect();
  let broken: Error | undefined;
  // Without a listener, losing the connection mid-transaction would crash the process.
  const onError = (error: Error) => (broken = error);
  client.on('error', onError);
  try {
    await client.query(isolation === 'read committed' ? 'BEGIN' : `BEGIN ISOLATION LEVEL ${isolation}`);
    const result = await work({ client, drizzle: drizzle({ client }) });
    // A connection known to be lost never carries the COMMIT: nothing was done.
    if (broken !== undefined) throw broken;
    const { command } = await commit(client);
    // PostgreSQL answers COMMIT with ROLLBACK when a statement had failed and the failure was swallowed.
    if (command !== 'COMMIT')
      throw new Error('the transaction was rolled back: a failure of one of its statements was swallowed');
    return result;
  } catch (error) {
    if (broken === undefined) await client.query('ROLLBACK').catch((failure: Error) => (broken = failure));
    throw error instanceof OutcomeUnknown ? error : undone(error, broken);
  } finally {
    client.off('error', onError);
    client.release(broken);
  }
}

/** The failure of an uncommitted transaction: a lost connection only means "unavailable". */
function undone(error: unknown, broken: Error | undefined): unknown {
  const isLost = isConnectionLoss(error) || (broken !== undefined && error === broken);
  return isLost ? new StoreUnavailable('the connection ended within a transaction', { cause: error }) : error;
}

/**
 * Commits. A failure reported by PostgreSQL is a rollback; a connection lost first leaves the outcome unknown.
 *
 * @throws OutcomeUnknown when it is unknown whether the transaction is durable
 */
async function commit(client: Pick<PoolClient, 'query'>): Promise<{ readonly command: string }> {
  try {
    return await client.query('COMMIT');
  } catch (error) {
    if (postgresFailure(error) !== null && !isConnectionLoss(error)) throw error;
    throw new OutcomeUnknown('a transaction', { cause: error });
  }
}
