import { readdirSync } from 'node:fs';
import path from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { idempotency } from '../idempotency/tables.ts';
import { migrateDatabase } from './migrate.ts';
import { isUniqueViolation, postgresFailure } from '../failures/postgres-errors.ts';
import { testDatabase, type TestDatabase } from './testing.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase();
  await database.pool.query('CREATE TABLE counter (id int PRIMARY KEY, n int NOT NULL)');
  await database.pool.query('INSERT INTO counter VALUES (1, 0), (2, 0)');
});
afterAll(() => database.close());

const row = (key: string) => ({ userId: 1n, call: 'c', key, bodyHash: 'h', answer: {}, at: 1 });

test('a transaction commits its work, and rolls back when it throws', async () => {
  await database.transaction(async (tx) => {
    await tx.drizzle.insert(idempotency).values(row('kept'));
  });
  const failing = database.transaction(async (tx) => {
    await tx.drizzle.insert(idempotency).values(row('lost'));
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  const keys = await database.drizzle
    .select({ key: idempotency.key })
    .from(idempotency)
    .where(eq(idempotency.userId, 1n));
  expect(keys).toEqual([{ key: 'kept' }]);
});

test('transactions with serialization failures are retried until all have committed', async () => {
  const increment = () =>
    database.transaction(async ({ client }) => {
      const { rows } = await client.query<{ n: number }>('SELECT n FROM counter WHERE id = 1');
      await client.query('UPDATE counter SET n = $1 WHERE id = 1', [(rows[0]?.n ?? 0) + 1]);
    }, 'serializable');
  await Promise.all(Array.from({ length: 4 }, increment));
  expect((await database.pool.query('SELECT n FROM counter WHERE id = 1')).rows).toEqual([{ n: 4 }]);
});

test('a deadlock is retried, also when Drizzle wraps the failure', async () => {
  let runs = 0;
  const both = (first: number, second: number) =>
    database.transaction(async ({ drizzle }) => {
      runs += 1;
      await drizzle.execute(sql`UPDATE counter SET n = n + 1 WHERE id = ${first}`);
      await drizzle.execute(sql`SELECT pg_sleep(0.1)`);
      await drizzle.execute(sql`UPDATE counter SET n = n + 1 WHERE id = ${second}`);
    });
  await Promise.all([both(1, 2), both(2, 1)]);
  expect(runs).toBeGreaterThan(2);
  expect((await database.pool.query('SELECT n FROM counter WHERE id = 2')).rows).toEqual([{ n: 2 }]);
});

test('a swallowed failure is not reported as a commit', async () => {
  const swallowing = database.transaction(async ({ client }) => {
    await client.query('SELECT 1 / 0').catch(() => undefined);
  });
  await expect(swallowing).rejects.toThrow('rolled back');
});

test('the cause of a wrapped failure is found', async () => {
  await database.drizzle.insert(idempotency).values(row('once'));
  const error: unknown = await database.drizzle
    .insert(idempotency)
    .values(row('once'))
    .then(
      () => null,
      (failure: unknown) => failure,
    );
  expect(isUniqueViolation(error)).toBe(true);
  expect(isUniqueViolation(error, 'other')).toBe(false);
  expect(postgresFailure(new Error('not a PostgreSQL error'))).toBeNull();
});

test('concurrent migrations take turns', async () => {
  await Promise.all([migrateDatabase(database.pool), migrateDatabase(database.pool), migrateDatabase(database.pool)]);
  const { rows } = await database.pool.query('SELECT count(*)::int AS n FROM drizzle.__drizzle_migrations');
  const files = readdirSync(path.join(import.meta.dirname, 'migrations')).filter((name) => name.endsWith('.sql'));
  expect(rows).toEqual([{ n: files.length }]);
});
