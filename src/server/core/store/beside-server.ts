import type { Database } from './database.ts';
import { runningCluster } from './embedded/embedded-postgres.ts';
import { applicationUser } from './embedded/layout.ts';
import { openDatabase } from './open.ts';
import { type StoreConfig, embeddedRoot } from './open-store.ts';
import type { StoreLimits } from './store-limits.ts';

const besideServer = { poolMax: 2, applicationName: 'dunlin operator' } as const;

/** The embedded PostgreSQL of the data directory is not running. */
export class NotRunning extends Error {}

/**
 * Opens the store of a running server, for a program beside it.
 *
 * @param limits background limits by default
 * @throws NotRunning when the embedded PostgreSQL of the data directory is not running
 */
export function openBesideServer(config: StoreConfig, limits?: StoreLimits): Database {
  const options = { ...besideServer, limits };
  if (config.databaseUrl !== null) return openDatabase(config.databaseUrl, options);
  const connection = runningCluster(embeddedRoot(config), applicationUser);
  if (connection === null) {
    throw new NotRunning(
      `No exchange runs on ${embeddedRoot(config)}. Start it first, or set DATA_DIR or DATABASE_URL.`,
    );
  }
  return openDatabase({ ...connection }, options);
}
