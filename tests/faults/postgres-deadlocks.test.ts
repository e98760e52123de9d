import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { expect, test } from 'vitest';
import { checkLedger } from '#server/core/ledger/audit-check.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import { isTransient } from '#server/core/failures/postgres-errors.ts';
import { testDatabase } from '#server/core/store/testing.ts';
import { everyPosting } from './every-posting.ts';
import { generator } from '../../tools/statistics/generator.ts';

const runMs = 6_000;
const settleMs = 1_500;
/** How many of each kind run at once. */
const atOnce = 2;

test('every kind of posting against every other, over the same users: no deadlock', { timeout: 60_000 }, async () => {
  const database = await testDatabase();
  const admin = new Client(database.connection);
  await admin.connect();
  // Found at once, and none is missed because the test ends first.
  await admin.query(`ALTER DATABASE ${String(database.connection.database)} SET deadlock_timeout = '20ms'`);
  const seed = Date.now() % 1_000_000;
  const exchange = await everyPosting(database, generator(seed));
  const done = new Map<string, number>();
  const failures: unknown[] = [];
  const until = performance.now() + runMs;
  const runs = Object.entries(exchange.actors).flatMap(([kind, act]) =>
    // Blocks, rounds and prices move on one after the other, as on a server.
    Array.from({ length: /deposits|rounds|prices|decisions|treasury/.test(kind) ? 1 : atOnce }, async () => {
      while (performance.now() < until) {
        try {
          await act();
          done.set(kind, (done.get(kind) ?? 0) + 1);
        } catch (error) {
          if (!(error instanceof Refusal)) failures.push(`${kind}: ${String(error)}`);
          await sleep(1);
        }
      }
    }),
  );
  await Promise.all(runs);
  await exchange.close();
  await sleep(settleMs);
  const { rows } = await admin.query<{ deadlocks: string }>(
    'SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()',
  );
  const received = `seed ${seed}, done ${JSON.stringify(Object.fromEntries(done))}`;
  expect(Number(rows[0]?.deadlocks), received).toBe(0);
  expect(exchange.failures.filter(isTransient), received).toEqual([]);
  expect(failures, received).toEqual([]);
  for (const kind of Object.keys(exchange.actors))
    expect(done.get(kind) ?? 0, `${kind}, ${received}`).toBeGreaterThan(0);
  expect((await checkLedger(database, true, 1)).findings).toEqual([]);
  await admin.end();
  await database.close();
});
