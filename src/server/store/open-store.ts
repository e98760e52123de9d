import path from 'node:path';
import type { ClientConfig } from 'pg';
import { systemClock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Logger } from '../log.ts';
import type { Database } from './database.ts';
import { runningCluster, startEmbeddedPostgres, type EmbeddedPostgres } from './embedded/embedded-postgres.ts';
import { takeServerLock, type ServerLock } from './embedded/server-lock.ts';
import { migrateDatabase } from './migrate.ts';
import { openDatabase } from './open.ts';
import { backgroundLimits, migrationLimits, type StoreLimits, usersLimits, writerLimits } from './store-limits.ts';
import { createStoreHealth, type StoreHealth } from './store-health.ts';

/** The store of a running exchange: the only server on its data. */
export interface Store {
  /** For people's calls: short limits, many connections. */
  readonly database: Database;
  /** For the market writers alone, so that no crowd of reads keeps orders waiting. */
  readonly writer: Database;
  /** For jobs, audits, outboxes and watchers, which may take longer and must not take others' connections. */
  readonly background: Database;
  readonly health: StoreHealth;
  /** Where the data lies, in words for people, without a password. */
  readonly place: string;
  /** Resolves with the reason when PostgreSQL, and with it the right to write, is lost. */
  readonly lost: Promise<string>;
  close(): Promise<void>;
}

type StoreConfig = Pick<Config, 'databaseUrl' | 'dataDirectory'>;

/** Where the embedded PostgreSQL of a configuration lives. */
function embeddedRoot(config: StoreConfig): string {
  return path.resolve(config.dataDirectory, 'postgres');
}

/**
 * Opens the store of the configuration, starting the embedded PostgreSQL when no other one is named, and
 * brings its tables to this build.
 *
 * @throws AlreadyRunning when another server works on the same data
 */
export async function openStore(config: StoreConfig, logger: Logger): Promise<Store> {
  if (config.databaseUrl !== null) return useConnection({ connectionString: config.databaseUrl }, null, config, logger);
  const postgres = await startEmbeddedPostgres(embeddedRoot(config));
  return useConnection({ ...postgres.connection }, postgres, config, logger);
}

async function useConnection(
  connection: ClientConfig,
  postgres: EmbeddedPostgres | null,
  config: StoreConfig,
  logger: Logger,
): Promise<Store> {
  // When the lock is held, the PostgreSQL found belongs to the other server and is left alone.
  const lock = await takeServerLock(connection);
  if (postgres?.adopted === true) logger.warn('PostgreSQL was still running: the last server did not end in order');
  const onConnectionError = (error: Error) => logger.warn({ err: error }, 'an idle connection to PostgreSQL broke');
  const open = (name: string, limits: StoreLimits) =>
    openDatabase(connection, { limits, applicationName: `dunlin ${name}`, onConnectionError });
  const pools = {
    database: open('users', usersLimits),
    writer: open('writer', writerLimits),
    background: open('background', backgroundLimits),
  };
  const health = createStoreHealth(systemClock, 'ready', (error) =>
    logger.error({ err: error }, 'a change of the store could not be followed'),
  );
  const close = () => closeAll(Object.values(pools), lock, postgres);
  try {
    await migrate(connection);
  } catch (error) {
    await close();
    throw error;
  }
  return { ...pools, health, place: placeOf(config), lost: lock.lost, close };
}

async function migrate(connection: ClientConfig): Promise<void> {
  const database = openDatabase(connection, { limits: migrationLimits, applicationName: 'dunlin migrations' });
  try {
    await migrateDatabase(database.pool);
  } finally {
    await database.close();
  }
}

async function closeAll(
  databases: readonly Database[],
  lock: ServerLock,
  postgres: EmbeddedPostgres | null,
): Promise<void> {
  await Promise.all(databases.map((database) => database.close()));
  await lock.release();
  await postgres?.stop();
}

function placeOf(config: StoreConfig): string {
  if (config.databaseUrl === null) return embeddedRoot(config);
  const { hostname, pathname } = new URL(config.databaseUrl);
  return `PostgreSQL at ${hostname}${pathname}`;
}

const besideServer = { poolMax: 2, applicationName: 'dunlin operator' } as const;

/**
 * Opens the store of a server that is running, for a program beside it.
 *
 * @throws Error when the embedded PostgreSQL of the data directory does not run
 */
export function openBesideServer(config: StoreConfig): Database {
  if (config.databaseUrl !== null) return openDatabase(config.databaseUrl, besideServer);
  const connection = runningCluster(embeddedRoot(config));
  if (connection === null) {
    throw new Error(`No exchange runs on ${embeddedRoot(config)}. Start it first, or set DATA_DIR or DATABASE_URL.`);
  }
  return openDatabase({ ...connection }, besideServer);
}
