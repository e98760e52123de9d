import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepAhead } from '../core/archives/ahead.ts';
import type { PartitionedTable } from '../core/archives/partitioned.ts';
import { readPartitions } from '../core/archives/partitions.ts';
import { checkLedger } from '../core/ledger/audit-check.ts';
import { migrateDatabase } from '../core/store/migrate.ts';
import { releasedDatabase, type TestDatabase } from '../core/store/testing.ts';
import { partitionedTables } from './all.ts';
import { patience } from '../../../tests/pace.ts';

/** A store of the last release that knew no partitions. */

/** Migrations of that release. */
const released = 20;
const now = Date.UTC(2026, 10, 28);

let database: TestDatabase;

beforeEach(async () => {
  database = await releasedDatabase(released);
  await database.pool.query(
    `INSERT INTO ledger_entries (journal_id, owner, available, frozen, locked, fee, at, wallet, asset, kind)
     SELECT nth / 2 * 2 + 1, CASE nth % 2 WHEN 0 THEN 2 ELSE 100001 + nth % 10 END, CASE nth % 2 WHEN 0 THEN -5 ELSE 5 END,
            0, 0, 0, $1, 0, 'BTC', 'practice' FROM generate_series(0, 999) AS nth`,
    [now],
  );
  await database.pool.query(
    `INSERT INTO balances SELECT owner, 0, 'BTC', sum(available), 0, 0 FROM ledger_entries GROUP BY owner`,
  );
  await database.pool.query(
    `INSERT INTO trades (id, pair, side, price, amount, total, buy_order, sell_order, buyer, seller, buyer_fee, seller_fee, at)
     SELECT $1::bigint * 1000 + nth, 'BTC_USDT', 'buy', 1, 1, 1, 1, 1, 3, 3, 0, 0, $1 FROM generate_series(1, 100) AS nth`,
    [now],
  );
  await database.pool.query("INSERT INTO market_minutes VALUES ('BTC_USDT', $1, 1, 1, 1, 1, 1, 1)", [now]);
});
afterEach(() => database.close());

interface Stored {
  readonly node: string;
  readonly entries: string;
}

/** Files of the tables and indexes that hold rows: what was copied or built again has another one. */
async function storedIn(partitions: readonly string[]): Promise<Stored[]> {
  const { rows } = await database.pool.query<Stored>(
    `SELECT relfilenode::text AS node, reltuples::text AS entries FROM pg_class
      WHERE oid = ANY ($1::regclass[]) OR oid IN (SELECT indexrelid FROM pg_index WHERE indrelid = ANY ($1::regclass[]))
      ORDER BY relfilenode`,
    [partitions],
  );
  return rows;
}

async function pages(): Promise<number> {
  await database.pool.query('SELECT pg_stat_force_next_flush()');
  const { rows } = await database.pool.query<{ scans: string }>(
    `SELECT sum(seq_scan) AS scans FROM pg_stat_user_tables
      WHERE relname ~ '^(ledger_entries|trades|market_minutes)(_rest)?$'`,
  );
  return Number(rows[0]?.scans);
}

test('is partitioned without its rows being read or copied, and keeps numbering its entries', async () => {
  const before = await storedIn(partitionedTables.map(({ table }) => table));
  expect(before).toHaveLength(9);
  const scans = await pages();
  await migrateDatabase(database.pool);
  expect(await storedIn(partitionedTables.map(({ table }) => `${table}_rest`))).toEqual(before);
  expect(await pages()).toBe(scans);
  for (const { table } of partitionedTables) {
    expect(await readPartitions(database.pool, table)).toEqual([{ name: `${table}_rest`, lower: null, upper: null }]);
    const { rows } = await database.pool.query(
      `SELECT indexrelid::regclass::text AS index FROM pg_index
        WHERE indrelid = $1::regclass AND (NOT indisvalid OR NOT EXISTS (SELECT FROM pg_inherits WHERE inhparent = indexrelid))`,
      [table],
    );
    expect(rows).toEqual([]);
  }
  const { rows } = await database.pool.query(
    `INSERT INTO ledger_entries (journal_id, owner, available, frozen, locked, fee, at, wallet, asset, kind)
     VALUES (1001, 3, 0, 0, 0, 1, 1, 0, 'BTC', 'practice') RETURNING id`,
  );
  expect(rows).toEqual([{ id: '1001' }]);
});

test('gives its rows a partition of their own beside what is written, and stays as guarded as it was', async () => {
  await migrateDatabase(database.pool);
  for (const table of partitionedTables) {
    // At the start nothing is read: rows are left to the job.
    expect(await keepAhead(database, table, { now, narrow: false })).toEqual({ created: [], narrowed: null });
    const { narrowed } = await keepAhead(database, table, { now, narrow: true });
    expect(narrowed).toBe(`${table.table}_first`);
    await expectPlaced(table);
    expect(await keepAhead(database, table, { now, narrow: true })).toEqual({ created: [], narrowed: null });
  }
  for (const table of ['ledger_entries', 'ledger_entries_first', 'ledger_entries_rest'])
    for (const statement of [`UPDATE ${table} SET available = 1`, `DELETE FROM ${table}`, `TRUNCATE ${table}`])
      await expect(database.pool.query(statement)).rejects.toThrow(`${table} is append-only`);
  await vi.waitFor(async () => {
    expect(await checkLedger(database, true, now)).toMatchObject({ findings: [] });
    const { rows } = await database.pool.query('SELECT sum(abs(amount)) AS folded FROM audited_sums');
    expect(rows).toEqual([{ folded: '5000' }]);
  }, patience);
});

async function expectPlaced({ table }: PartitionedTable): Promise<void> {
  const { rows } = await database.pool.query<{ name: string }>(
    `SELECT DISTINCT tableoid::regclass::text AS name FROM ${table}`,
  );
  expect(rows).toEqual([{ name: `${table}_first` }]);
}
