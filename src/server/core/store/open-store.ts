import path from 'node:path';
import type { ClientConfig } from 'pg';
import { systemClock } from '../clock/clock.ts';
import type { Config } from '../config/config.ts';
import type { Logger } from '../log/log.ts';
import { grantToApplication, isGranted, ownsTables } from './application-role.ts';
import { routedDatabase } from './background-work.ts';
import type { Database } from './database.ts';
import { startEmbeddedPostgres, stopCluster, type EmbeddedPostgres } from './embedded/embedded-postgres.ts';
import { isMigrated, migrateDatabase } from './migrate.ts';
import { createDoubts, type Doubts } from './doubts.ts';
import { type Histories, primaryHistories } from './standby/histories.ts';
import type { StoreIdentity } from './identity.ts';
import { openDatabase } from './open.ts';
import { openStandby, type Standby, type StandbyDeps } from './standby/open-standby.ts';
import { Ownership, type OwnershipLimits, ownershipLimits } from './ownership.ts';
import {
  backgroundLimits,
  migrationLimits,
  type StoreLimits,
  upkeepLimits,
  usersLimits,
  writerLimits,
} from './store-limits.ts';
import { createStoreHealth, type StoreHealth } from './store-health.ts';
import { type Turn, takeInTurn } from './turn.ts';

/** The store of a running exchange: the only server on its data. */
export interface Store {
  /** For user calls: short limits, many connections. Within `repeat` it is `background`. */
  readonly database: Database;
  /** For the market writers alone, so that reads never delay orders. */
  readonly writer: Database;
  /** For jobs, audits, outboxes and watchers, which may take longer and must not use up the other connections. */
  readonly background: Database;
  /** One connection for changes of partitions, whose statements may take as long as they must. */
  readonly upkeep: Database;
  readonly health: StoreHealth;
  readonly doubts: Doubts;
  /** Where histories are read. */
  readonly histories: Histories;
  /** How far the standby is behind, in milliseconds; null without one. */
  readonly standbyLag: (() => number) | null;
  /** The epoch of ownership: of two servers that claim the data, the one with the higher epoch owns it. */
  readonly epoch: () => number;
  /** Which data it is: epochs of another identity mean nothing here. */
  readonly identity: () => StoreIdentity;
  /** The location of the data for humans, without a password. */
  readonly place: string;
  /** Resolves with the reason when another server has taken over the data and this one must exit. */
  readonly lost: Promise<string>;
  close(): Promise<void>;
}

const poolNames = ['users', 'writer', 'background'] as const;
type PoolName = (typeof poolNames)[number];

/** Application names of the pools in PostgreSQL's session list. */
const applicationName = (pool: PoolName) => `dunlin ${pool}`;

/** Time limits of the store. */
export type StoreTimes = Readonly<Record<PoolName, StoreLimits>> & { readonly ownership: OwnershipLimits };

export const storeTimes: StoreTimes = {
  users: usersLimits,
  writer: writerLimits,
  background: backgroundLimits,
  ownership: ownershipLimits,
};

export type StoreConfig = Pick<Config, 'databaseUrl' | 'dataDirectory'> &
  Partial<Pick<Config, 'databaseReadUrl' | 'databaseOwnerUrl' | 'mode'>>;

/** The directory of a configuration's embedded PostgreSQL. */
export function embeddedRoot(config: StoreConfig): string {
  return path.resolve(config.dataDirectory, 'postgres');
}

/**
 * Opens the configured store, starting the embedded PostgreSQL when no other one is named, and migrates it to this
 * build. From then on the store survives outages of its PostgreSQL: see `health`.
 *
 * @param limits shorter ones for tests
 * @param turn waits until no other server works on the same data; null does not wait. With a PostgreSQL of its own a
 *   server never waits
 * @throws AlreadyRunning when another server works on the same data, and this one does not wait
 */
export async function openStore(
  config: StoreConfig,
  logger: Logger,
  limits = storeTimes,
  turn: Turn | null = null,
): Promise<Store> {
  const { databaseUrl } = config;
  if (databaseUrl !== null)
    return useConnection(() => ({ connectionString: databaseUrl }), null, config, logger, limits, turn);
  const postgres = await startEmbeddedPostgres(embeddedRoot(config));
  return useConnection(() => ({ ...postgres.application }), postgres, config, logger, limits);
}

async function useConnection(
  connection: () => ClientConfig,
  postgres: EmbeddedPostgres | null,
  config: StoreConfig,
  logger: Logger,
  limits: StoreTimes,
  turn: Turn | null = null,
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
  // When the lock is held, the running PostgreSQL belongs to the other server and is left alone.
  await (turn === null ? ownership.take() : takeInTurn(ownership, turn, logger));
  if (postgres?.adopted === true)
    logger.warn('PostgreSQL was still running: the last server did not shut down cleanly');
  const pools = openPools({ connection, limits, ownership, doubts, logger });
  // The first listener: in-flight work fails before the outage is announced.
  health.onChange((state) => {
    if (state === 'ready') return;
    for (const pool of Object.values(pools)) pool.destroyConnections(new Error('PostgreSQL is unavailable'));
  });
  const standby = standbyOf(config, { primary: pools.background, owner: ownership.owner, logger });
  const close = async () => {
    await standby?.close();
    doubts.close();
    await Promise.all(Object.values(pools).map((pool) => pool.close()));
    await ownership.close();
    await postgres?.stop();
  };
  try {
    await migrate(connection(), ownerOf(config, postgres));
    await ownership.begin(turn?.seen() ?? null);
    if (config.mode === 'live' && (await ownsTables(pools.background.pool))) logger.warn(ownerWarning);
  } catch (error) {
    await close();
    throw error;
  }
  standby?.begin();
  const database = routedDatabase(pools.users, pools.background, standby?.database ?? null);
  return {
    database,
    writer: pools.writer,
    background: pools.background,
    upkeep: pools.upkeep,
    health,
    doubts,
    histories: standby?.histories ?? primaryHistories,
    standbyLag: standby === null ? null : () => standby.lag(),
    epoch: () => ownership.epoch,
    identity: () => ownership.identity,
    place: placeOf(config),
    lost: ownership.lost,
    close,
  };
}

interface PoolsDeps {
  readonly connection: () => ClientConfig;
  readonly limits: StoreTimes;
  readonly ownership: Ownership;
  readonly doubts: Doubts;
  readonly logger: Logger;
}

function openPools({ connection, limits, ownership, doubts, logger }: PoolsDeps) {
  const open = (name: PoolName, own = limits[name]) =>
    openDatabase(connection, {
      limits: own,
      applicationName: applicationName(name),
      gate: ownership.gate,
      onConnectionError: (error) => logger.debug({ err: error }, 'an idle connection to PostgreSQL broke'),
      onOutcomeUnknown: () => doubts.raise(),
    });
  return {
    users: open('users'),
    writer: open('writer'),
    background: open('background'),
    // Under the name of another pool, so that a server that takes over ends it too.
    upkeep: open('background', upkeepLimits),
  };
}

function standbyOf({ databaseReadUrl = null }: StoreConfig, deps: StandbyDeps): Standby | null {
  return databaseReadUrl === null ? null : openStandby({ connectionString: databaseReadUrl }, deps);
}

async function reviveWithText(postgres: EmbeddedPostgres, logger: Logger): Promise<void> {
  const before = postgres.pid;
  await postgres.revive();
  if (postgres.pid !== before) logger.warn({ process: postgres.pid }, 'PostgreSQL had exited and was restarted');
}

/** Said at a live start whose role could rewrite what is append-only. */
const ownerWarning =
  'THE EXCHANGE CONNECTS AS THE OWNER OF ITS TABLES: whoever takes it over can disable the triggers that keep its records. ' +
  'Set DATABASE_OWNER_URL, and name a role that owns nothing in DATABASE_URL';

/** How the owner of the tables connects; null where the exchange itself is the owner. */
function ownerOf(config: StoreConfig, postgres: EmbeddedPostgres | null): ClientConfig | null {
  if (postgres !== null) return { ...postgres.connection };
  const { databaseOwnerUrl = null } = config;
  return databaseOwnerUrl === null ? null : { connectionString: databaseOwnerUrl };
}

/** Migrates as the owner, if there is another one, and grants the exchange what it needs. The owner connects only for that. */
async function migrate(connection: ClientConfig, owner: ClientConfig | null): Promise<void> {
  const options = { limits: migrationLimits, applicationName: 'dunlin migrations' };
  const application = openDatabase(connection, options);
  const owning = owner === null ? null : openDatabase(owner, options);
  try {
    if (owning === null) {
      await migrateDatabase(application.pool);
    } else if (!(await isMigrated(application.pool)) || !(await isGranted(application.pool))) {
      await migrateDatabase(owning.pool);
      const { rows } = await application.pool.query<{ role: string }>('SELECT current_user AS role');
      await grantToApplication(owning.pool, rows[0]?.role ?? '');
    }
  } finally {
    await Promise.all([application.close(), owning?.close()]);
  }
}

/** Stops the embedded PostgreSQL left running by a killed server; does nothing when there is none. */
export async function stopLeftPostgres(config: StoreConfig): Promise<void> {
  if (config.databaseUrl === null) await stopCluster(embeddedRoot(config));
}

function placeOf(config: StoreConfig): string {
  if (config.databaseUrl === null) return embeddedRoot(config);
  const { hostname, pathname } = new URL(config.databaseUrl);
  return `PostgreSQL at ${hostname}${pathname}`;
}
