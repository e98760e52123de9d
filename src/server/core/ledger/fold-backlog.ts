import type { PoolClient } from 'pg';
import type { Database } from '#server/core/store/database.ts';
import { foldEntries, wrongFees, wrongJournals, type TransactionRange } from './audit-entries.ts';
import { readState, writeWindow } from './audit-state.ts';
import { isOutOfRange } from '#server/core/failures/postgres-errors.ts';
import type { AuditFinding } from './audit-parts.ts';

/** How a backlog is folded. */
interface Folding {
  /** Entries of a window; one transaction alone may have more. */
  readonly windowRows: number;
  /** Entries whose journals are summed at once. */
  readonly rangeRows: number;
  readonly isStopped: () => boolean;
}

/**
 * Folds entries that one run is too short for, as in a store that was restored or not audited for long: in windows, each in
 * a transaction of its own that takes over what its journals showed too. What a stop interrupts goes on where it was, and no
 * statement grows with the backlog. Balances are compared once all is folded.
 */
export async function foldBacklog(database: Database, folding: Folding): Promise<void> {
  for (;;) {
    const backlog = await database.transaction(
      ({ client }) => backlogOf(client, folding.windowRows),
      'repeatable read',
    );
    if (backlog === null) return;
    await foldStretch(database, backlog, folding);
  }
}

/** What is to be folded in windows; null where a run itself folds all that is left. */
async function backlogOf(client: PoolClient, windowRows: number): Promise<Stretch | null> {
  const { horizon, next } = await readState(client);
  const { rows } = await client.query<{ count: string }>(
    `SELECT count(*) AS count
       FROM (SELECT FROM ledger_entries WHERE xid >= $1::bigint AND xid < $2::bigint LIMIT $3) AS counted`,
    [horizon, next, windowRows + 1],
  );
  return Number(rows[0]?.count) > windowRows ? { from: BigInt(horizon), below: BigInt(next) } : null;
}

/**
 * Folds windows one after the other. While one is folded, the journals of the next are checked on connections of their own,
 * so that two processors share the work: all its transactions ended, so any snapshot has their entries.
 */
async function foldStretch(database: Database, { from, below }: Stretch, folding: Folding): Promise<void> {
  const check = async (start: bigint, width: bigint) => {
    if (folding.isStopped()) throw new Error('the audit was stopped');
    return checkWindow(database, { from: start, below }, { ...folding, width });
  };
  let checked: CheckedWindow | null = await check(from, firstWidth);
  while (checked !== null) {
    const window: CheckedWindow = checked;
    const [ahead, folded] = await Promise.allSettled([
      window.below < below ? check(window.below, window.width) : Promise.resolve(null),
      database.transaction(({ client }) => foldWindow(client, window), 'repeatable read'),
    ]);
    if (folded.status === 'rejected') throw folded.reason;
    if (ahead.status === 'rejected') throw ahead.reason;
    if (!folded.value) return;
    checked = ahead.value;
  }
}

/** Transactions that the first range is tried with. */
const firstWidth = 256n;

/** @returns false where another audit folded entries since this one looked */
async function foldWindow(client: PoolClient, { from, below, found }: CheckedWindow): Promise<boolean> {
  const state = await readState(client);
  if (state.horizon !== String(from)) return false;
  await allowSums(client);
  // Not with the journals, which take longer: so both sides are done at about the same time.
  const fees = await wrongFees(client, { from: state.horizon, below: String(below) });
  await foldEntries(client, state.horizon, String(below));
  await writeWindow(client, state, [...found, ...fees], String(below));
  return true;
}

/** Transactions that have ended: from one on, and below another. */
interface Stretch {
  readonly from: bigint;
  readonly below: bigint;
}

/** Transactions whose journals were checked, to be folded at once. */
interface CheckedWindow extends Stretch {
  readonly found: readonly AuditFinding[];
  /** How many transactions the next range is tried with. */
  readonly width: bigint;
}

interface WindowSize {
  /** Entries of a window; one transaction alone may have more. */
  readonly windowRows: number;
  /** Entries of a range; one transaction alone may have more. */
  readonly rangeRows: number;
  /** How many transactions the first range is tried with. */
  readonly width: bigint;
}

/**
 * Checks the journals of a window, which begins with a stretch and ends with it, or where it has enough entries. They are
 * summed range by range: sums of few journals fit into memory, and those of a whole window would be sorted on disk. A range is
 * of whole transactions, and so of whole journals.
 */
async function checkWindow(database: Database, { from, below }: Stretch, size: WindowSize): Promise<CheckedWindow> {
  const { windowRows } = size;
  const rangeRows = Math.min(size.rangeRows, windowRows);
  const found: AuditFinding[] = [];
  let [end, rows, width] = [from, 0, size.width];
  while (end < below && (rows === 0 || rows + rangeRows <= windowRows)) {
    if (end + width > below) width = below - end;
    // A transaction that is too large for a range is one by itself, and for a window too where it is the first.
    const most = width > 1n ? rangeRows : rows === 0 ? null : windowRows - rows;
    const range = await checkRange(database, { from: String(end), below: String(end + width) }, most);
    if (range === null) {
      if (width === 1n) break;
      width /= 2n;
      continue;
    }
    found.push(...range.found);
    end += width;
    rows += range.rows;
    width = widthAfter(width, range.rows, rangeRows);
  }
  return { from, below: end, found, width };
}

/**
 * Transactions next to each other have about as many entries: as many as nearly fill a range, but no leap, because most of
 * what is read of a range with too many entries is read again.
 */
function widthAfter(width: bigint, rows: number, rangeRows: number): bigint {
  const widest = width * 4n;
  const nearly = rows === 0 ? widest : (width * BigInt(rangeRows) * 9n) / 10n / BigInt(rows);
  if (nearly > widest) return widest;
  return nearly > 0n ? nearly : 1n;
}

interface CheckedRange {
  readonly rows: number;
  readonly found: readonly AuditFinding[];
}

/**
 * Checks the journals of some transactions.
 *
 * @param most entries; no more than those are read
 * @returns null where there are more
 */
async function checkRange(
  database: Database,
  range: TransactionRange,
  most: number | null,
): Promise<CheckedRange | null> {
  const check = (amount: 'bigint' | 'numeric') =>
    database.transaction(async ({ client }) => {
      await allowSums(client);
      const { rows, isOff } = await sumRange(client, range, { most, amount });
      if (most !== null && rows > most) return null;
      return { rows, found: isOff ? await wrongJournals(client, range) : [] };
    });
  try {
    return await check('bigint');
  } catch (error) {
    // The parts of an entry can be too large to be added up as they are stored.
    if (isOutOfRange(error)) return check('numeric');
    throw error;
  }
}

/**
 * Whether any journal is off, without saying which: one sum of four parts takes two thirds of the time of a sum of
 * each, so the query that names journals is asked only where it has some to name.
 */
async function sumRange(
  client: PoolClient,
  { from, below }: TransactionRange,
  { most, amount }: { readonly most: number | null; readonly amount: 'bigint' | 'numeric' },
): Promise<{ readonly rows: number; readonly isOff: boolean }> {
  const { rows } = await client.query<{ entries: string; off: boolean }>(
    `SELECT coalesce(sum(entries), 0) AS entries, coalesce(bool_or(off <> 0), false) AS off
       FROM (SELECT count(*) AS entries, sum(moved) AS off
               FROM (SELECT journal_id, asset, available::${amount} + frozen + locked + fee AS moved FROM ledger_entries
                      WHERE xid >= $1::bigint AND xid < $2::bigint LIMIT $3) AS entry
              GROUP BY journal_id, asset) AS journal`,
    [from, below, most === null ? null : most + 1],
  );
  const [row] = rows;
  if (row === undefined) throw new Error('a range has no sums');
  return { rows: Number(row.entries), isOff: row.off };
}

/**
 * Lets this transaction make sums of many entries: with the little memory that other statements get, they are made on disk.
 * It takes no further processors, because the two halves of a backlog's work already keep two busy, and it finds entries by
 * their transactions: a scan from the table's start would read all of the past before the first.
 */
async function allowSums(client: PoolClient): Promise<void> {
  await client.query(
    "SET LOCAL work_mem = '64MB'; SET LOCAL max_parallel_workers_per_gather = 0; SET LOCAL enable_seqscan = off",
  );
}
