import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { dayMs } from '#protocol/core/durations.ts';
import { keepAhead } from '#server/core/archives/ahead.ts';
import { archiveFile } from '#server/core/archives/archiving.ts';
import { readPartitions } from '#server/core/archives/partitions.ts';
import { testDatabase, type TestDatabase } from '#server/core/store/testing.ts';
import { createMinuteStore } from '#server/markets/candles/store.ts';
import { partitionedMinutes, partitionedTrades } from '#server/partitions/all.ts';
import { consoleBeside } from '../testing.ts';
import { longBefore } from './testing.ts';

/** Trades and minutes that leave the store for a file, and come back. */

const now = Date.now();
const old = longBefore(now);
const because = ['--reason', 'the disk is filling up', '--by', 'grace'] as const;

let database: TestDatabase;
let operator: ReturnType<typeof consoleBeside>;
let folder: string;

beforeEach(async () => {
  database = await testDatabase();
  operator = consoleBeside(database);
  folder = mkdtempSync(path.join(tmpdir(), 'dunlin-archive-'));
  for (const table of [partitionedTrades, partitionedMinutes])
    await keepAhead(database, table, { now: old, narrow: true });
  for (let nth = 0; nth < 25; nth += 1) {
    await trade('BTC_USDT', old + nth);
    await minute('BTC_USDT', old + nth * 60_000);
  }
  for (const table of [partitionedTrades, partitionedMinutes]) await keepAhead(database, table, { now, narrow: true });
});
afterEach(async () => {
  rmSync(folder, { recursive: true });
  await database.close();
});

const trade = (pair: string, at: number) =>
  database.pool.query(
    `INSERT INTO trades (id, pair, side, price, amount, total, buy_order, sell_order, buyer, seller, buyer_fee, seller_fee, at)
     VALUES ($1::bigint * 1000, $2, 'buy', 7, 2, 14, 1, 1, 3, 3, 1, 0, $1)`,
    [at, pair],
  );
const minute = (pair: string, at: number) =>
  database.pool.query('INSERT INTO market_minutes VALUES ($1, $2, 1, 1, 1, 1, 3, 4)', [pair, at - (at % 60_000)]);

async function rowsOf(table: string): Promise<unknown[]> {
  const { rows } = await database.pool.query(`SELECT * FROM ${table} ORDER BY 1, 2`);
  return rows;
}

test('trades stay while the last price of a pair is among them', async () => {
  const refused = await operator('archive', 'take', 'trades_first', folder, ...because);
  expect(refused.said).toContain('the last trades of BTC_USDT are in it, and with them their last prices');
  await trade('BTC_USDT', now);
  const before = await rowsOf('trades');
  expect((await operator('archive', 'take', 'trades_first', folder, ...because)).code).toBe(0);
  expect(await rowsOf('trades')).toHaveLength(1);
  const { rows } = await database.pool.query('SELECT rows, sums FROM archives');
  expect(rows).toEqual([{ rows: '25', sums: { BTC_USDT: `50/350/25/- up to ${(old + 24) * 1000}` } }]);
  const file = archiveFile(folder, 'trades_first');
  expect((await operator('archive', 'prove', file)).code).toBe(0);
  await database.pool.query("UPDATE archives SET sums = replace(sums::text, '50/350', '51/350')::jsonb");
  expect((await operator('archive', 'prove', file)).said).toContain('the sums of BTC_USDT are not those');
  await database.pool.query("UPDATE archives SET sums = replace(sums::text, '51/350', '50/350')::jsonb");
  expect((await operator('archive', 'restore', file, ...because)).code).toBe(0);
  expect(await rowsOf('trades')).toEqual(before);
});

test('times whose minutes were archived count as if nothing ran, and are charted again once those are back', async () => {
  const store = createMinuteStore(database);
  await database.pool.query('INSERT INTO market_runs (started_at, seen_at) VALUES ($1, $2), ($3, $4)', [
    old,
    old + 1,
    old + 2 * dayMs,
    now,
  ]);
  const runs = await store.runs();
  const before = await rowsOf('market_minutes');
  expect((await operator('archive', 'take', 'market_minutes_first', folder, ...because)).code).toBe(0);
  const bound = (await readPartitions(database.pool, 'market_minutes'))[0]?.lower;
  expect(await store.runs()).toEqual([{ fromMs: Number(bound), toMs: now }]);
  expect(await store.candles('BTC_USDT', dayMs, 0, now)).toEqual([]);
  // A clock that went back made a partition in their place.
  const again = await keepAhead(database, partitionedMinutes, { now: old, narrow: false });
  expect(again.created).toHaveLength(1);
  const file = archiveFile(folder, 'market_minutes_first');
  expect((await operator('archive', 'restore', file, ...because)).code).toBe(0);
  expect(await store.runs()).toEqual(runs);
  expect(await rowsOf('market_minutes')).toEqual(before);
});

test('nothing is put over rows that came in their place', async () => {
  expect((await operator('archive', 'take', 'market_minutes_first', folder, ...because)).code).toBe(0);
  await keepAhead(database, partitionedMinutes, { now: old, narrow: false });
  await minute('BTC_USDT', old);
  const file = archiveFile(folder, 'market_minutes_first');
  const refused = await operator('archive', 'restore', file, ...because);
  expect(refused).toMatchObject({ code: 1, said: expect.stringContaining('has rows in the place of') });
});
