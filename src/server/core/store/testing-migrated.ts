import type { ClientConfig } from 'pg';
import { grantToApplication } from './application-role.ts';
import type { Database } from './database.ts';
import { applicationUser } from './embedded/layout.ts';
import { migrateDatabase } from './migrate.ts';
import { openDatabase } from './open.ts';
import { migrationLimits } from './store-limits.ts';

/**
 * Migrates an empty database of an embedded PostgreSQL for tests, and grants the exchange what it needs.
 *
 * @param connection as the owner
 * @param fill writes what the tests begin with
 */
export async function migrateForTests(
  connection: ClientConfig,
  fill: (database: Database) => Promise<unknown> = () => Promise.resolve(),
): Promise<void> {
  const database = openDatabase(connection, { limits: migrationLimits, poolMax: 1 });
  await migrateDatabase(database.pool);
  await grantToApplication(database.pool, applicationUser);
  await fill(database);
  await database.close();
}
