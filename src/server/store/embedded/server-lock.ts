import { hostname } from 'node:os';
import { Client, type ClientConfig } from 'pg';

/** The advisory lock "one server per data": the letters DUNL. */
const lockKey = 0x44554e4c;

/** Another server works on the same data. */
export class AlreadyRunning extends Error {}

/** The lock, held by a connection of its own for as long as this process lives, however it ends. */
export interface ServerLock {
  /** Resolves with the reason when the connection, and with it the lock, is lost. */
  readonly lost: Promise<string>;
  release(): Promise<void>;
}

/**
 * Takes the lock that only one server of a database can hold.
 *
 * @throws AlreadyRunning naming the holder when another server has it
 */
export async function takeServerLock(connection: ClientConfig): Promise<ServerLock> {
  const client = new Client({
    ...connection,
    application_name: `dunlin server, process ${process.pid} on ${hostname()}`.slice(0, 63),
    keepAlive: true,
  });
  let releasing = false;
  const lost = new Promise<string>((resolve) => {
    client.on('error', (error) => releasing || resolve(error.message));
    client.on('end', () => releasing || resolve('connection ended'));
  });
  await client.connect();
  const { rows } = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [lockKey]);
  const release = async () => {
    releasing = true;
    await client.end();
  };
  if (rows[0]?.taken === true) return { lost, release };
  const holder = await lockHolder(client);
  await release();
  throw new AlreadyRunning(`Another server works on this data: ${holder}. Stop it first, or use another DATA_DIR.`);
}

async function lockHolder(client: Client): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT activity.application_name AS name
       FROM pg_locks AS locks JOIN pg_stat_activity AS activity USING (pid)
      WHERE locks.locktype = 'advisory' AND locks.objid = $1 AND locks.granted
        AND locks.database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    [lockKey],
  );
  return rows[0]?.name ?? 'unknown';
}
