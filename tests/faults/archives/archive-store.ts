import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { dayMs } from '#protocol/core/durations.ts';
import { keepAhead } from '#server/core/archives/ahead.ts';
import type { PartitionedTable } from '#server/core/archives/partitioned.ts';
import { boundAfter } from '#server/core/archives/rules.ts';
import { houseOwners } from '#server/core/ledger/account.ts';
import { runAudit } from '#server/core/ledger/audit-check.ts';
import { writeFirstInstruments } from '#server/core/instruments/open.ts';
import type { Database } from '#server/core/store/database.ts';
import { startEmbeddedPostgres } from '#server/core/store/embedded/embedded-postgres.ts';
import { migrateDatabase } from '#server/core/store/migrate.ts';
import { openDatabase } from '#server/core/store/open.ts';
import { settingsBeside } from '#server/operator/testing.ts';
import { partitionedEntries, partitionedMinutes, partitionedTrades } from '#server/partitions/all.ts';
import { putPreparedStore } from '../../prepared-store.ts';

/** A small PostgreSQL of its own with old rows in several partitions, beside which the operator's console runs. */
export interface ArchiveStore {
  readonly database: Database;
  /** Settings that point the console to it. */
  readonly settings: Readonly<Record<string, string | undefined>>;
  /** Where partitions are archived. */
  readonly folder: string;
  close(): Promise<void>;
}

/** PostgreSQL with room for a small store; a killed backend has it recover from its log all the same. */
const postgresSettings = { shared_buffers: '64MB', fsync: 'off', max_connections: '30' };
const keysAtOnce = 50_000_000;
const users = 500;
/** Transactions that wrote the entries of a partition. */
const transactions = 8;

/** How many rows the store has. */
export interface ArchiveRows {
  /** Entries of each of two partitions. */
  readonly entries: number;
  /** Trades of each of two partitions, and minutes of each of three. */
  readonly others: number;
}

/** Starts it and fills it: every entry is folded by the audit, and two months of trades and three of minutes are old. */
export async function openArchiveStore({ entries, others }: ArchiveRows): Promise<ArchiveStore> {
  const root = await mkdtemp(path.join(tmpdir(), 'dunlin-archives-'));
  putPreparedStore(path.join(root, 'postgres'));
  const postgres = await startEmbeddedPostgres(path.join(root, 'postgres'), postgresSettings);
  const database = openDatabase(postgres.connection, { poolMax: 4 });
  const store = {
    database,
    settings: settingsBeside({ application: postgres.application }),
    folder: path.join(root, 'archive'),
    async close() {
      await database.close();
      await postgres.stop();
      await rm(root, { recursive: true, force: true });
    },
  };
  try {
    await migrateDatabase(database.pool);
    await writeFirstInstruments(database);
    await fillEntries(database, entries);
    for (const table of [partitionedTrades, partitionedMinutes]) await fillMonths(database, table, others);
    await foldAll(database);
    return store;
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** Makes partitions of entries: an old one, the next one, and what is written to two behind it. */
export async function openEntryPartitions(database: Database): Promise<void> {
  for (const highest of [1, keysAtOnce, 2 * keysAtOnce, 3 * keysAtOnce]) {
    await database.pool.query("SELECT setval('ledger_entries_id_seq', $1)", [highest]);
    await keepAhead(database, partitionedEntries, { now: Date.now(), narrow: true });
  }
}

/** Makes the balances that entries which a test wrote come to. */
export async function sumIntoBalances({ pool }: Database): Promise<void> {
  await pool.query(
    `INSERT INTO balances SELECT owner, wallet, asset, sum(available), 0, 0 FROM ledger_entries GROUP BY owner, wallet, asset`,
  );
}

/** Old entries on both sides of a bound, with a journal across it, and a few young ones two partitions later. */
async function fillEntries(database: Database, count: number): Promise<void> {
  const at = Date.now() - 600 * dayMs;
  const each = Math.ceil(count / transactions / 2) * 2;
  await openEntryPartitions(database);
  for (let nth = 0; nth < transactions; nth += 1) {
    await writeEntries(database, 1 + nth * each, each, at);
    // The first of them begins below the bound, and so do the first journal and a fee within it.
    await writeEntries(database, keysAtOnce - 7 + nth * each, each, at + dayMs);
  }
  await writeEntries(database, 3 * keysAtOnce + 2, 20, Date.now());
  await database.pool.query("SELECT setval('ledger_entries_id_seq', $1)", [3 * keysAtOnce + 100]);
  await sumIntoBalances(database);
}

/** Journals of two entries each in one transaction, some with a fee that the house collects in their last entry. */
async function writeEntries({ pool }: Database, first: number, count: number, at: number): Promise<void> {
  await pool.query(
    `INSERT INTO ledger_entries (id, journal_id, owner, available, frozen, locked, fee, at, wallet, asset, kind)
     SELECT $1::bigint + nth, $1::bigint + nth / 2 * 2,
            CASE nth % 2 WHEN 0 THEN ${houseOwners.practice} ELSE 100001 + nth / 2 % ${users} END,
            (CASE nth % 2 WHEN 0 THEN -1 ELSE 1 END) * (5 + nth / 2 % 3), 0, 0, 0, $3::bigint + nth, 0,
            CASE nth / 2 % 2 WHEN 0 THEN 'BTC' ELSE 'USDT' END, 'practice'
       FROM generate_series(0, $2::int - 1) AS nth`,
    [first, count, at],
  );
}

/** Rows in old months, as many in each, and one of now. */
async function fillMonths(database: Database, table: PartitionedTable, count: number): Promise<void> {
  const { step } = table;
  if (step.by !== 'months') throw new Error(`${table.table} has no months`);
  const now = Date.now();
  const firstMonth = boundAfter(step, BigInt(now - 900 * dayMs) * step.keysPerMs);
  const months = table === partitionedMinutes ? 3 : 2;
  let start = Number(firstMonth / step.keysPerMs);
  for (let month = 0; month < months; month += 1) {
    await keepAhead(database, table, { now: start, narrow: true });
    await (table === partitionedMinutes ? writeMinutes : writeTrades)(database, start, count);
    start = Number(boundAfter(step, BigInt(start) * step.keysPerMs) / step.keysPerMs);
  }
  await keepAhead(database, table, { now, narrow: true });
  await (table === partitionedMinutes ? writeMinutes : writeTrades)(database, now - (now % 60_000), 2);
}

async function writeTrades({ pool }: Database, start: number, count: number): Promise<void> {
  await pool.query(
    `INSERT INTO trades (id, pair, side, price, amount, total, buy_order, sell_order, buyer, seller, buyer_fee, seller_fee, at)
     SELECT ($1::bigint + nth) * 1000, CASE nth % 2 WHEN 0 THEN 'BTC_USDT' ELSE 'ETH_USDT' END, 'buy', 7, 2 + nth % 5, 14,
            nth, nth + 1, 3, 3, 1, nth % 3, $1::bigint + nth
       FROM generate_series(0, $2::int - 1) AS nth`,
    [start, count],
  );
}

async function writeMinutes({ pool }: Database, start: number, count: number): Promise<void> {
  await pool.query(
    `INSERT INTO market_minutes
     SELECT CASE nth % 2 WHEN 0 THEN 'BTC_USDT' ELSE 'ETH_USDT' END, $1::bigint + nth / 2 * 60000, 1, 1 + nth, 1, 1, nth, 4
       FROM generate_series(0, $2::int - 1) AS nth`,
    [start, count],
  );
}

/** Has the audit fold every entry, without which none may leave. */
async function foldAll(database: Database): Promise<void> {
  const { findings } = await runAudit(database, { depth: 'deep', now: Date.now() });
  if (findings.length > 0) throw new Error(findings.map(({ text }) => text).join('\n'));
  await runAudit(database, { depth: 'deep', now: Date.now() });
}
