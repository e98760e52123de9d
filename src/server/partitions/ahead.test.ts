import { afterEach, beforeEach, expect, test } from 'vitest';
import { keepAhead } from '../core/archives/ahead.ts';
import type { PartitionedTable } from '../core/archives/partitioned.ts';
import { readPartitions } from '../core/archives/partitions.ts';
import { testDatabase, type TestDatabase } from '../core/store/testing.ts';
import { dayMs } from '#protocol/core/durations.ts';
import { partitionedEntries, partitionedMinutes, partitionedTrades } from './all.ts';
import { startWatch } from '../../../tests/pace.ts';

/** Partitions stand ready before anything is written to them. */

const now = Date.UTC(2026, 10, 28);
let database: TestDatabase;

beforeEach(async () => {
  database = await testDatabase();
});
afterEach(() => database.close());

const keep = (table: PartitionedTable, at = now, narrow = true) => keepAhead(database, table, { now: at, narrow });

async function shapeOf({ table }: PartitionedTable): Promise<string[]> {
  const partitions = await readPartitions(database.pool, table);
  return partitions.map(({ name, lower, upper }) => `${name} ${lower ?? ''}..${upper ?? ''}`);
}

const month = (year: number, nth: number) => Date.UTC(year, nth - 1);

async function trade(at: number, pair = 'BTC_USDT'): Promise<string> {
  const { rows } = await database.pool.query<{ partition: string }>(
    `INSERT INTO trades (id, pair, side, price, amount, total, buy_order, sell_order, buyer, seller, buyer_fee, seller_fee, at)
     VALUES ($1::bigint * 1000, $2, 'buy', 1, 1, 1, 1, 1, 3, 3, 0, 0, $1) RETURNING tableoid::regclass::text AS partition`,
    [at, pair],
  );
  return rows[0]?.partition ?? '';
}

async function minute(at: number): Promise<string> {
  const { rows } = await database.pool.query<{ partition: string }>(
    `INSERT INTO market_minutes VALUES ('BTC_USDT', $1, 1, 1, 1, 1, 1, 1) RETURNING tableoid::regclass::text AS partition`,
    [at],
  );
  return rows[0]?.partition ?? '';
}

async function entry(): Promise<string> {
  const { rows } = await database.pool.query<{ partition: string }>(
    `INSERT INTO ledger_entries (journal_id, owner, available, frozen, locked, fee, at, wallet, asset, kind)
     VALUES (1, 2, 1, 0, 0, -1, 1, 0, 'BTC', 'practice') RETURNING tableoid::regclass::text AS partition`,
  );
  return rows[0]?.partition ?? '';
}

test('a fresh store gets this month and the next two, by the start already', async () => {
  const { created } = await keep(partitionedTrades, now, false);
  expect(created).toEqual(['trades_first', 'trades_2026_12', 'trades_2027_01']);
  expect(await shapeOf(partitionedTrades)).toEqual([
    `trades_first ..${month(2026, 12) * 1000}`,
    `trades_2026_12 ${month(2026, 12) * 1000}..${month(2027, 1) * 1000}`,
    `trades_2027_01 ${month(2027, 1) * 1000}..${month(2027, 2) * 1000}`,
    `trades_rest ${month(2027, 2) * 1000}..`,
  ]);
  expect(await trade(now)).toBe('trades_first');
  expect(await trade(month(2026, 12))).toBe('trades_2026_12');
  expect(await keep(partitionedTrades)).toEqual({ created: [], narrowed: null });
});

test('each new month makes one more', async () => {
  await keep(partitionedMinutes);
  expect(await keep(partitionedMinutes, month(2026, 12))).toEqual({
    created: ['market_minutes_2027_02'],
    narrowed: null,
  });
});

test('entries get ranges of ids, ahead of the counter', async () => {
  await keep(partitionedEntries);
  await database.pool.query("SELECT setval('ledger_entries_id_seq', 49999998)");
  expect(await entry()).toBe('ledger_entries_first');
  expect(await entry()).toBe('ledger_entries_50000000');
  expect((await keep(partitionedEntries)).created).toEqual(['ledger_entries_150000000']);
});

test('what was passed over is one partition', async () => {
  await keep(partitionedEntries);
  await database.pool.query("SELECT setval('ledger_entries_id_seq', 10000000000000)");
  const { created } = await keep(partitionedEntries);
  expect(created).toEqual([
    'ledger_entries_150000000',
    'ledger_entries_10000000000000',
    'ledger_entries_10000050000000',
    'ledger_entries_10000100000000',
  ]);
  expect(await entry()).toBe('ledger_entries_10000000000000');
});

test('a clock that leaps ahead finds a place for its rows, which then get a partition of their own', async () => {
  await keep(partitionedMinutes);
  expect(await minute(month(2031, 5))).toBe('market_minutes_rest');
  expect(await keep(partitionedMinutes)).toEqual({ created: [], narrowed: 'market_minutes_2027_02' });
  // Back again: months between the two are in it too, and what comes behind it is ready.
  expect(await minute(month(2028, 1))).toBe('market_minutes_2027_02');
  expect((await shapeOf(partitionedMinutes)).at(-1)).toBe(`market_minutes_rest ${month(2031, 8)}..`);
});

test('a clock that goes back behind what was removed finds a place too', async () => {
  await keep(partitionedMinutes);
  await database.pool.query('DROP TABLE market_minutes_first');
  await expect(minute(now)).rejects.toThrow('no partition');
  expect((await keep(partitionedMinutes, now, false)).created).toEqual(['market_minutes_2026_11_again']);
  expect(await minute(now)).toBe('market_minutes_2026_11_again');
});

test('nothing waits behind a change that has to wait', async () => {
  await database.transaction(async ({ client }) => {
    await client.query('SELECT FROM market_minutes');
    const watch = startWatch();
    await expect(keep(partitionedMinutes)).rejects.toThrow('lock timeout');
    const { tookMs, allowedMs } = watch.stop();
    expect(tookMs).toBeLessThan(allowedMs(5_000));
  });
  expect((await keep(partitionedMinutes)).created).toHaveLength(3);
});

test('a run that was killed leaves no bound that an insert could fail at', async () => {
  await minute(now);
  await database.pool.query(
    `ALTER TABLE market_minutes_rest ADD CONSTRAINT market_minutes_rest_narrowing CHECK (start_at < ${now + dayMs}) NOT VALID`,
  );
  await expect(minute(now + 2 * dayMs)).rejects.toThrow('market_minutes_rest_narrowing');
  await keep(partitionedMinutes, now, false);
  expect(await minute(now + 2 * dayMs)).toBe('market_minutes_rest');
});

test('the newest entries of an owner are found in the last partition that has one', async () => {
  await keep(partitionedEntries);
  for (const id of [1, 60_000_000, 110_000_000]) {
    await database.pool.query(
      `INSERT INTO ledger_entries (id, journal_id, owner, available, frozen, locked, fee, at, wallet, asset, kind)
       SELECT $1 + nth, 1, nth % 50, 1, 0, 0, -1, 1, 0, 'BTC', 'practice' FROM generate_series(1, 5000) AS nth`,
      [id],
    );
  }
  await database.pool.query('ANALYZE ledger_entries');
  const { rows } = await database.pool.query<{ 'QUERY PLAN': string }>(
    `EXPLAIN (ANALYZE, TIMING off, SUMMARY off, COSTS off, BUFFERS off)
     SELECT id FROM ledger_entries WHERE owner = 2 AND id < 115000000 ORDER BY id DESC LIMIT 1`,
  );
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).not.toContain('Sort');
  expect(plan.match(/never executed/g)).toHaveLength(2);
});
