import { setTimeout as sleep } from 'node:timers/promises';
import { drizzle } from 'drizzle-orm/node-postgres';
import { Pool, type ClientConfig, type PoolClient } from 'pg';
import type { Database, Transaction } from './database.ts';
import { OutcomeUnknown } from './outcome-unknown.ts';
import { isConnectionLoss, isTransient, postgresFailure } from './postgres-errors.ts';

export interface OpenOptions {
  /** Connections of the pool. */
  readonly poolMax?: number;
  /** Told about connections that break while they are idle; the pool replaces them. */
  readonly onConnectionError?: (error: Error) => void;
}

const poolMaxDefault = 20;
/** How often a transaction that lost against another is run in all. */
const transactionTries = 6;
const retryStepMs = 5;

/**
 * Opens the store. Nothing is connected before the first query.
 *
 * @param connection a `postgres://` address, or its parts
 */
export function openDatabase(connection: string | ClientConfig, options: OpenOptions = {}): Database {
  const parts: ClientConfig = typeof connection === 'string' ? { connectionString: connection } : connection;
  const pool = new Pool({
    application_name: 'dunlin',
    keepAlive: true,
    // Statements that are sent together travel together: a hot transaction saves round trips.
    pipeline: true,
    ...parts,
    max: options.poolMax ?? poolMaxDefault,
  });
  pool.on('error', (error) => options.onConnectionError?.(error));
  return {
    pool,
    drizzle: drizzle({ client: pool }),
    async transaction(work, isolation = 'read committed') {
      for (let tried = 1; ; tried += 1) {
        try {
          return await runOnce(pool, work, isolation);
        } catch (error) {
          if (tried >= transactionTries || !isTransient(error)) throw error;
          // The losers come back spread out, so that they do not meet again at once.
          await sleep(Math.random() * retryStepMs * 2 ** tried);
        }
      }
    },
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
  // Without a listener the loss of the connection in mid-transaction would end the process.
  const onError = (error: Error) => (broken = error);
  client.on('error', onError);
  try {
    await client.query(isolation === 'read committed' ? 'BEGIN' : `BEGIN ISOLATION LEVEL ${isolation}`);
    const result = await work({ client, drizzle: drizzle({ client }) });
    const { command } = await commit(client);
    // PostgreSQL answers COMMIT with ROLLBACK when a statement had failed and the failure was swallowed.
    if (command !== 'COMMIT') throw new Error('the transaction was rolled back: one of its statements failed unheard');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch((failure: Error) => (broken = failure));
    throw error;
  } finally {
    client.off('error', onError);
    client.release(broken);
  }
}

/**
 * Commits. A failure that PostgreSQL itself reports is a rollback; a connection that ends first leaves the outcome open.
 *
 * @throws OutcomeUnknown when nobody knows whether the transaction is durable
 */
async function commit(client: Pick<PoolClient, 'query'>): Promise<{ readonly command: string }> {
  try {
    return await client.query('COMMIT');
  } catch (error) {
    if (postgresFailure(error) !== null && !isConnectionLoss(error)) throw error;
    throw new OutcomeUnknown('a transaction', { cause: error });
  }
}
