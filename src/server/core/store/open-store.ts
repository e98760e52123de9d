import path from 'node:path';
import type { ClientConfig } from 'pg';
import { systemClock } from '../clock/clock.ts';
import type { Config } from '../config/config.ts';
import type { Logger } from '../log/log.ts';
import { routedDatabase } from './background-work.ts';
import type { Database } from './database.ts';
import {
  runningCluster,
  startEmbeddedPostgres,
  stopCluster,
  type EmbeddedPostgres,
} from './embedded/embedded-postgres.ts';
import { migrateDatabase } from './migrate.ts';
import { createDoubts, type Doubts } from './doubts.ts';
import { openDatabase } from './open.ts';
import { Ownership, type OwnershipLimits, ownershipLimits } from './ownership.ts';
import { backgroundLimits, migrationLimits, type StoreLimits, usersLimits, writerLimits } from './store-limits.ts';
import { createStoreHealth, type StoreHealth } from './store-health.ts';

/** The store of a running exchange: the only server on its data. */
export interface Store {
  /** For users's calls: short limits, many connections. Within `repeat` it is `background`. */
  readonly database: Database;
  /** For the market writers alone, so that no crowd of reads keeps orders waiting. */
  readonly writer: Database;
  /** For jobs, audits, outboxes and watchers, which may take longer and must not take others' connections. */
  readonly background: Database;
  readonly health: StoreHealth;
  readonly doubts: Doubts;
  /** Where the data lies, in words for users, without a password. */
  readonly place: string;
  /** Resolves when another server took the data over and this one must end, with the reason in words. */
  readonly lost: Promise<string>;
  close(): Promise<void>;
}

const poolNames = ['users', 'writer', 'background'] as const;
type PoolName = (typeof poolNames)[number];

/** What PostgreSQL's list of sessions shows a pool as. */
const applicationName = (pool: PoolName) => `dunlin ${pool}`;

/** How long everything about the store may take. */
export type StoreTimes = Readonly<Record<PoolName, StoreLimits>> & { readonly ownership: OwnershipLimits };

export const storeTimes: StoreTimes = {
  users: usersLimits,
  writer: writerLimits,
  background: backgroundLimits,
  ownership: ownershipLimits,
};

type StoreConfig = Pick<Config, 'databaseUrl' | 'dataDirectory'>;

/** Where the embedded PostgreSQL of a configuration lives. */
function embeddedRoot(config: StoreConfig): string {
  return path.resolve(config.dataDirectory, 'postgres');
}

/**
 * Opens the store of the configuration, starting the embedded PostgreSQL when no other one is named, and
 * brings its tables to this build. From then on the store outlives its PostgreSQL: see `health`.
 *
 * @param limits shorter ones for tests
 * @throws AlreadyRunning when another server works on the same data
 */
export async function openStore(config: StoreConfig, logger: Logger, limits = storeTimes): Promise<Store> {
  const { databaseUrl } = config;
  if (databaseUrl !== null)
    return useConnection(() => ({ connectionString: databaseUrl }), null, config, logger, limits);
  const postgres = await startEmbeddedPostgres(embeddedRoot(config));
  return useConnection(() => ({ ...postgres.connection }), postgres, config, logger, limits);
}

async function useConnection(
  connection: () => ClientConfig,
  postgres: EmbeddedPostgres | null,
  config: StoreConfig,
  logger: Logger,
  limits: StoreTimes,
): Promise<Store> {
  const health = createStoreHealth(systemClock, 'degraded', (error) =>
    logger.error({ err: error }, 'a change of the store could not be followed'),
  );
  const doubts = createDoubts((error) => logger.error({ err: error }, 'a settled doubt could not be followed'));
  const ownership = new Ownership({
    connection,
    revive: postgres === null ? null : () => reviveWithText(postgres, logger),
    pools: poolNames.map(applicationName),
    health,
    clock: systemClock,
    logger,
    limits: limits.ownership,
  });
  // When the lock is held, the PostgreSQL found belongs to the other server and is left alone.
  await ownership.take();
  if (postgres?.adopted === true) logger.warn('PostgreSQL was still running: the last server did not end in order');
  const open = (name: PoolName) =>
    openDatabase(connection, {
      limits: limits[name],
      applicationName: applicationName(name),
      gate: ownership.gate,
      onConnectionError: (error) => logger.debug({ err: error }, 'an idle connection to PostgreSQL broke'),
      onOutcomeUnknown: () => doubts.raise(),
    });
  const pools = { users: open('users'), writer: open('writer'), background: open('background') };
  // First of all listeners: what was under way fails before anybody hears that the store is away.
  health.onChange((state) => {
    if (state === 'ready') return;
    for (const pool of Object.values(pools)) pool.destroyConnections(new Error('PostgreSQL is away'));
  });
  const close = async () => {
    doubts.close();
    await Promise.all(Object.values(pools).map((pool) => pool.close()));
    await ownership.close();
    await postgres?.stop();
  };
  try {
    await migrate(connection());
    await ownership.begin();
  } catch (error) {
    await close();
    throw error;
  }
  const database = routedDatabase(pools.users, pools.background);
  return {
    database,
    writer: pools.writer,
    background: pools.background,
    health,
    doubts,
    place: placeOf(config),
    lost: ownership.lost,
    close,
  };
}

async function reviveWithText(postgres: EmbeddedPostgres, logger: Logger): Promise<void> {
  const before = postgres.pid;
  await postgres.revive();
  if (postgres.pid !== before) logger.warn({ process: postgres.pid }, 'PostgreSQL had ended and was started again');
}

async function migrate(connection: ClientConfig): Promise<void> {
  const database = openDatabase(connection, { limits: migrationLimits, applicationName: 'dunlin migrations' });
  try {
    await migrateDatabase(database.pool);
  } finally {
    await database.close();
  }
}

/** Ends the embedded PostgreSQL that a server left running which was killed; does nothing when there is none. */
export async function stopLeftPostgres(config: StoreConfig): Promise<void> {
  if (config.databaseUrl === null) await stopCluster(embeddedRoot(config));
}

function placeOf(config: StoreConfig): string {
  if (config.databaseUrl === null) return embeddedRoot(config);
  const { hostname, pathname } = new URL(config.databaseUrl);
  return `PostgreSQL at ${hostname}${pathname}`;
}

const besideServer = { poolMax: 2, applicationName: 'dunlin operator' } as const;

/** The embedded PostgreSQL of the data directory does not run. */
export class NotRunning extends Error {}

/**
 * Opens the store of a server that is running, for a program beside it.
 *
 * @throws NotRunning when the embedded PostgreSQL of the data directory does not run
 */
export function openBesideServer(config: StoreConfig): Database {
  if (config.databaseUrl !== null) return openDatabase(config.databaseUrl, besideServer);
  const connection = runningCluster(embeddedRoot(config));
  if (connection === null) {
    throw new NotRunning(
      `No exchange runs on ${embeddedRoot(config)}. Start it first, or set DATA_DIR or DATABASE_URL.`,
    );
  }
  return openDatabase({ ...connection }, besideServer);
}
