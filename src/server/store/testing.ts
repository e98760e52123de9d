import { randomBytes } from 'node:crypto';
import { Client, type ClientConfig } from 'pg';
import { inject } from 'vitest';
import type { Database } from './database.ts';
import { openDatabase } from './open.ts';
import { templateName } from './testing-setup.ts';

/** A store of one test. `close` also drops it. */
export interface TestDatabase extends Database {
  readonly connection: ClientConfig;
}

/**
 * A fresh, migrated, empty database on the PostgreSQL that the test run started. Close it when done:
 *
 *     const database = await testDatabase();
 *     afterAll(() => database.close());
 */
export async function testDatabase(): Promise<TestDatabase> {
  const cluster = inject('testCluster');
  const name = `test_${randomBytes(8).toString('hex')}`;
  await asSuperuser(cluster, `CREATE DATABASE ${name} TEMPLATE ${templateName} STRATEGY FILE_COPY`);
  const connection = { ...cluster, database: name };
  const database = openDatabase(connection, { poolMax: 12 });
  return {
    ...database,
    connection,
    async close() {
      await database.close();
      await asSuperuser(cluster, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
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
