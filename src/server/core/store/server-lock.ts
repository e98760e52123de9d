import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientConfig } from 'pg';
import { isLockTimeout } from '../failures/postgres-errors.ts';
import type { Database } from './database.ts';
import { GuardedClient } from './guarded-client.ts';

/** The advisory lock "one server per data": the letters DUNL. */
const lockKey = 0x44554e4c;

/** Another server is using the same data. */
export class AlreadyRunning extends Error {}

interface LockOptions {
  /** Identifies the server. */
  readonly owner: string;
  /** How often the connection is probed, and how long it may be silent before it counts as lost. */
  readonly heartbeatMs: number;
  readonly silenceMs: number;
  readonly connectMs: number;
  /** Called with the connection when another server holds the lock, before throwing. */
  readonly onOccupied?: (client: GuardedClient) => Promise<void>;
  /** How a lock that another server holds is waited for; left out, it is not. */
  readonly waiting?: LockWaiting;
}

/** How the lock of another server is waited for. */
export interface LockWaiting {
  /** Ends the waiting. */
  readonly signal: AbortSignal;
  /** Called once with the holder's name when another server has the lock. */
  readonly onWait: (holder: string) => void;
  /** How often it is tried. */
  readonly everyMs: number;
  /**
   * A holder that gave no sign of life for this long is taken over: its session is terminated. PostgreSQL's clock
   * decides, and the probes of a holder (`heartbeatMs`) are the signs.
   */
  readonly silentMs: number;
}

/** The lock, held by a connection of its own for as long as this process lives, however it ends. */
export interface ServerLock {
  /** The connection that holds it. */
  readonly client: GuardedClient;
  /** Resolves with the reason when the connection, and with it the lock, is lost. */
  readonly lost: Promise<string>;
  release(): Promise<void>;
}

/**
 * Takes the lock that only one server of a database can hold. A session of the same owner that still has it, as after a
 * half-open connection, is terminated first.
 *
 * The lock is also a lease: whoever waits for it terminates a holder that is silent. A process that was paused for
 * longer finds its session gone when it wakes up, before it could write anything (`Ownership`).
 *
 * @throws AlreadyRunning naming the holder when another server has it and is not waited for
 * @throws Error the reason of the signal when the waiting was aborted
 */
export async function takeServerLock(connection: ClientConfig, options: LockOptions): Promise<ServerLock> {
  const applicationName = `dunlin server ${options.owner}, process ${process.pid} on ${hostname()}`.slice(0, 63);
  const client = new GuardedClient(
    {
      application_name: applicationName,
      keepAlive: true,
      pipeline: true,
      connectionTimeoutMillis: options.connectMs,
      ...connection,
    },
    options.silenceMs,
  );
  let releasing = false;
  const { promise: lost, resolve } = Promise.withResolvers<string>();
  client.on('error', (error) => releasing || resolve(error.message));
  client.on('end', () => releasing || resolve('connection ended'));
  const release = async () => {
    releasing = true;
    clearInterval(heartbeat);
    await client.end();
  };
  await client.connect();
  // A failed probe ends the connection, which is handled above.
  const heartbeat = setInterval(() => void client.query('SELECT 1').catch(() => undefined), options.heartbeatMs);
  try {
    if (!(await tryLock(client)) && !(await takeFromOwnSession(client, applicationName))) {
      await options.onOccupied?.(client);
      if (options.waiting === undefined) {
        const holder = await holderName(client);
        throw new AlreadyRunning(
          `Another server works on this data: ${holder}. Stop it first, or use another DATA_DIR.`,
        );
      }
      await waitForLock(client, options.waiting);
    }
  } catch (error) {
    await release();
    throw error;
  }
  return { client, lost, release };
}

async function tryLock(client: GuardedClient): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [lockKey]);
  return rows[0]?.taken === true;
}

/** The holder of this database's lock. */
const holders = `
  FROM pg_locks AS locks JOIN pg_stat_activity AS activity USING (pid)
 WHERE locks.locktype = 'advisory' AND locks.objid = $1 AND locks.granted
   AND locks.database = (SELECT oid FROM pg_database WHERE datname = current_database())`;

/** How long a terminated session may take to release the lock. */
const endedWithinMs = 2_000;
const endedPollMs = 20;

async function takeFromOwnSession(client: GuardedClient, applicationName: string): Promise<boolean> {
  const { rowCount } = await client.query(
    `SELECT pg_terminate_backend(activity.pid) ${holders} AND activity.application_name = $2`,
    [lockKey, applicationName],
  );
  if (rowCount === 0) return false;
  for (const end = performance.now() + endedWithinMs; performance.now() < end; await sleep(endedPollMs)) {
    if (await tryLock(client)) return true;
  }
  return false;
}

/** Ends the session of the server that holds the lock: it takes the lock again if the data is still its own, or ends. */
export async function endHolder({ pool }: Pick<Database, 'pool'>): Promise<void> {
  await pool.query(`SELECT pg_terminate_backend(activity.pid) ${holders}`, [lockKey]);
}

async function holderName(client: GuardedClient): Promise<string> {
  const { rows } = await client.query<{ name: string }>(`SELECT activity.application_name AS name ${holders}`, [
    lockKey,
  ]);
  return rows[0]?.name ?? 'unknown';
}

/** Tries until the lock is free, and terminates a holder that is silent. */
async function waitForLock(client: GuardedClient, waiting: LockWaiting): Promise<void> {
  const { signal, everyMs, silentMs } = waiting;
  waiting.onWait(await holderName(client));
  while (!(await tryLock(client))) {
    const { rowCount } = await client.query(
      // A session that waits for an answer of PostgreSQL is not silent.
      `SELECT pg_terminate_backend(activity.pid) ${holders} AND activity.state <> 'active'
          AND clock_timestamp() - activity.state_change > $2 * interval '1 millisecond'`,
      [lockKey, silentMs],
    );
    if (rowCount !== 0 && (await queueForLock(client))) return;
    // With jitter, so that of many that wait each has its chance.
    await sleep(everyMs * (0.5 + Math.random()), undefined, { signal }).catch(() => undefined);
    signal.throwIfAborted();
  }
}

/**
 * Waits in the queue of the lock behind a session that is ending. The queue is why: its holder may still be running, and
 * would often be quicker to connect and try again than whoever only tries now and then.
 */
async function queueForLock(client: GuardedClient): Promise<boolean> {
  try {
    await client.query(`SELECT set_config('lock_timeout', $1, false)`, [String(endedWithinMs)]);
    await client.query('SELECT pg_advisory_lock($1)', [lockKey]);
    return true;
  } catch (error) {
    if (isLockTimeout(error)) return false;
    throw error;
  } finally {
    await client.query(`SELECT set_config('lock_timeout', '0', false)`);
  }
}
