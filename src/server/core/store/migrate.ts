import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { postgresFailure } from '../failures/postgres-errors.ts';

/** The migrations of this build, in the order of their numbers. */
export const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url));

/** The advisory lock that serialises migrations: the letters DUNM. */
const migrationLock = 0x44554e4d;

/**
 * Migrates the database to this build's schema. Programs that start together take turns; the second finds nothing left
 * to do, which one statement tells.
 *
 * @param folder the migrations to run; all of this build by default
 * @throws Error when a migration fails; it is rolled back
 */
export async function migrateDatabase(pool: pg.Pool, folder = migrationsFolder): Promise<void> {
  if (await isMigrated(pool, folder)) return;
  const [{ drizzle }, { migrate }] = await Promise.all([
    import('drizzle-orm/node-postgres'),
    import('drizzle-orm/node-postgres/migrator'),
  ]);
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

/** Undefined table, insufficient privilege, and the schema that is missing. */
const notMigrated: ReadonlySet<string> = new Set(['42P01', '42501', '3F000']);

/** What of the migrator's journal is read here. */
interface Journal {
  readonly entries: readonly { readonly when: number }[];
}

/** The migrator runs what is newer than the newest of its table, and notes each in the transaction that runs all. */
export async function isMigrated(pool: pg.Pool, folder = migrationsFolder): Promise<boolean> {
  const { entries } = JSON.parse(readFileSync(path.join(folder, 'meta/_journal.json'), 'utf8')) as Journal;
  const newest = entries.at(-1)?.when;
  if (newest === undefined) return false;
  try {
    const { rows } = await pool.query<{ newest: string | null }>(
      'SELECT max(created_at) AS newest FROM drizzle.__drizzle_migrations',
    );
    return Number(rows[0]?.newest ?? -Infinity) >= newest;
  } catch (error) {
    // Nothing was ever migrated, or the role was never granted anything.
    if (notMigrated.has(postgresFailure(error)?.code ?? '')) return false;
    throw error;
  }
}
