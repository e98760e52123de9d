import type { PoolClient } from 'pg';
import type { Database } from '../store/database.ts';
import { type AuditFinding, rowsPerCheckMax } from './audit-parts.ts';
import { readState, writeWindow } from './audit-state.ts';

/** Entries of some transactions: from one on, and below another where there is one. */
export interface TransactionRange {
  readonly from: string;
  readonly below: string | null;
}

/** Below every bound that is not given. */
const noBound = '9223372036854775807';

/**
 * Journals and transactions that do not sum to zero. Journals are written whole by one transaction, so those not folded yet
 * can already be checked. Fees paid by a journal are collected by the house in another one of the same transaction.
 */
export async function unbalancedJournals(
  client: PoolClient,
  { from, below }: TransactionRange,
): Promise<AuditFinding[]> {
  const range = [from, below ?? noBound];
  const { rows } = await client.query<{ journal: string; asset: string; off: string }>(
    `SELECT journal_id AS journal, asset, sum(available) + sum(frozen) + sum(locked) + sum(fee) AS off
       FROM ledger_entries WHERE xid >= $1::bigint AND xid < $2::bigint
      GROUP BY journal_id, asset HAVING sum(available) + sum(frozen) + sum(locked) + sum(fee) <> 0
      ORDER BY journal_id, asset LIMIT ${rowsPerCheckMax}`,
    range,
  );
  const fees = await client.query<{ xid: string; asset: string; off: string }>(
    `SELECT xid, asset, sum(fee) AS off FROM ledger_entries WHERE xid >= $1::bigint AND xid < $2::bigint AND fee <> 0
      GROUP BY xid, asset HAVING sum(fee) <> 0 ORDER BY xid, asset LIMIT ${rowsPerCheckMax}`,
    range,
  );
  return [
    ...rows.map(({ journal, asset, off }) => ({ asset, text: `journal ${journal} is off by ${off} of ${asset}` })),
    ...fees.rows.map(({ xid, asset, off }) => ({
      asset,
      text: `fees of transaction ${xid} are off by ${off} of ${asset}`,
    })),
  ];
}

/** Adds entries to the running sums of their accounts. */
export async function foldEntries(client: PoolClient, from: string, below: string): Promise<void> {
  await client.query(
    `INSERT INTO audited_sums AS held (owner, wallet, asset, part, amount)
     SELECT owner, wallet, asset, part, amount
       FROM (SELECT owner, wallet, asset, sum(available) AS available, sum(frozen) AS frozen, sum(locked) AS locked
               FROM ledger_entries WHERE xid >= $1::bigint AND xid < $2::bigint
              GROUP BY owner, wallet, asset) AS moved
      CROSS JOIN LATERAL (VALUES (0, available), (1, frozen), (2, locked)) AS side (part, amount)
      WHERE amount <> 0
     ON CONFLICT (owner, wallet, asset, part) DO UPDATE SET amount = held.amount + excluded.amount`,
    [from, below],
  );
}

/** How many entries some transactions have, at most `most`: it reads no more than those. */
async function countEntries(client: PoolClient, from: string, below: string, most: number): Promise<number> {
  const { rows } = await client.query<{ count: string }>(
    `SELECT count(*) AS count
       FROM (SELECT FROM ledger_entries WHERE xid >= $1::bigint AND xid < $2::bigint LIMIT $3) AS counted`,
    [from, below, most],
  );
  return Number(rows[0]?.count);
}

/** How a backlog is folded. */
interface Folding {
  /** Entries of a window; one transaction alone may have more. */
  readonly windowRows: number;
  readonly isStopped: () => boolean;
}

/** Some transactions from the horizon on: how many there can be, and how many entries they have. */
interface Window {
  readonly width: bigint;
  readonly rows: number;
}

/**
 * Folds entries that one run is too short for, as in a store that was restored or not audited for long: in windows, each in
 * a transaction of its own that checks its journals too. What a stop interrupts goes on where it was, and no statement
 * grows with the backlog. Balances are compared once all is folded.
 */
export async function foldBacklog(database: Database, { windowRows, isStopped }: Folding): Promise<void> {
  for (let last: Window | null = null; ;) {
    if (isStopped()) throw new Error('the audit was stopped');
    const before: Window | null = last;
    last = await database.transaction(
      ({ client }) => foldWindow(database, client, before, windowRows),
      'repeatable read',
    );
    if (last === null) return;
  }
}

/** @returns null where a run itself folds what is left: all of it in one window, or what came during the last one */
async function foldWindow(
  database: Database,
  client: PoolClient,
  last: Window | null,
  windowRows: number,
): Promise<Window | null> {
  const guess = last === null ? null : widthAfter(last, windowRows);
  const state = await readState(client);
  const [from, next] = [BigInt(state.horizon), BigInt(state.next)];
  const count = (below: bigint) => countEntries(client, state.horizon, String(below), windowRows + 1);
  let below = guess === null || from + guess > next ? next : from + guess;
  let rows = await count(below);
  while (rows > windowRows && below - from > 1n) {
    below = from + (below - from) / 2n;
    rows = await count(below);
  }
  if (last === null && below >= next && rows <= windowRows) return null;
  const [found, folded] = await Promise.allSettled([
    // On a connection of its own, so that two processors share a window: its transactions ended, so any snapshot has them.
    database.transaction(async (beside) => {
      await allowSums(beside.client);
      return unbalancedJournals(beside.client, { from: state.horizon, below: String(below) });
    }),
    allowSums(client).then(() => foldEntries(client, state.horizon, String(below))),
  ]);
  if (folded.status === 'rejected') throw folded.reason;
  if (found.status === 'rejected') throw found.reason;
  await writeWindow(client, state, found.value, String(below));
  return below >= next ? null : { width: below - from, rows };
}

/** With the little that other statements get, sums of so many rows are made on disk. */
async function allowSums(client: PoolClient): Promise<void> {
  await client.query("SET LOCAL work_mem = '64MB'");
}

/** Transactions next to each other have about as many entries: as many as nearly fill a window. */
function widthAfter({ width, rows }: Window, windowRows: number): bigint {
  if (rows === 0) return width * 16n;
  const nearly = (width * BigInt(windowRows) * 9n) / 10n / BigInt(rows);
  return nearly > 0n ? nearly : 1n;
}
