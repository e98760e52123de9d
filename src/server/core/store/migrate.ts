import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type pg from 'pg';

/** The migrations of this build, in the order of their numbers. */
export const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url));

/** The advisory lock that serialises migrations: the letters DUNM. */
const migrationLock = 0x44554e4d;

/**
 * Migrates the database to this build's schema. Programs that start together take turns; the second finds nothing left
 * to do.
 *
 * @param folder the migrations to run; all of this build by default
 * @throws Error when a migration fails; it is rolled back
 */
export async function migrateDatabase(pool: pg.Pool, folder = migrationsFolder): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [migrationLock]);
    try {
      await migrate(drizzle({ client }), { migrationsFolder: folder });
    } finally {
      await client.query('SELECT pg_advisory_unlock($1)', [migrationLock]);
    }
  } finally {
    client.release();
  }
}
