import { randomBytes } from 'node:crypto';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client, type ClientConfig } from 'pg';
import { inject } from 'vitest';
import { watchLockOrder } from '../ledger/lock-watch.ts';
import type { Database } from './database.ts';
import { applicationUser } from './embedded/layout.ts';
import { migrateDatabase, migrationsFolder } from './migrate.ts';
import { openDatabase } from './open.ts';
import { templateName } from './testing-setup.ts';

/** The store of one test. `close` also drops it, and fails when a transaction violated the lock order. */
export interface TestDatabase extends Database {
  readonly connection: ClientConfig;
  /** How the exchange connects: with a role that owns nothing. */
  readonly application: ClientConfig;
}

/**
 * A fresh, migrated, empty database on the PostgreSQL that the test run started. Close it when done:
 *
 *     const database = await testDatabase();
 *     afterAll(() => database.close());
 */
export function testDatabase(): Promise<TestDatabase> {
  return databaseFrom(templateName);
}

/**
 * A store as left by a released version: only the first migrations have run. For tests of later migrations, which then
 * run `migrateDatabase`.
 *
 * @param migrations how many of the released migrations
 */
export async function releasedDatabase(migrations: number): Promise<TestDatabase> {
  const folder = mkdtempSync(path.join(tmpdir(), 'dunlin-released-'));
  const database = await databaseFrom('template0');
  try {
    const journal = JSON.parse(readFileSync(path.join(migrationsFolder, 'meta/_journal.json'), 'utf8')) as {
      entries: { tag: string }[];
    };
    const entries = journal.entries.slice(0, migrations);
    mkdirSync(path.join(folder, 'meta'));
    writeFileSync(path.join(folder, 'meta/_journal.json'), JSON.stringify({ ...journal, entries }));
    for (const { tag } of entries) {
      copyFileSync(path.join(migrationsFolder, `${tag}.sql`), path.join(folder, `${tag}.sql`));
    }
    await migrateDatabase(database.pool, folder);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function databaseFrom(template: string): Promise<TestDatabase> {
  const cluster = inject('testCluster');
  const name = `test_${randomBytes(8).toString('hex')}`;
  await asSuperuser(cluster, `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`);
  const connection = { ...cluster, database: name };
  const database = openDatabase(connection, { poolMax: 12 });
  const faults = watchLockOrder(database.pool);
  return {
    ...database,
    connection,
    application: { ...connection, user: applicationUser },
    async close() {
      // Drop first: remaining connections are lost, and the pool can end.
      await asSuperuser(cluster, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      await database.close();
      if (faults.length > 0) throw new Error(`locks out of order: ${[...new Set(faults)].join('; ')}`);
    },
  };
}

async function asSuperuser(cluster: ClientConfig, statement: string): Promise<void> {
  const client = new Client(cluster);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
