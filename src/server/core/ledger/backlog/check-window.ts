import type { PoolClient } from 'pg';
import { isOutOfRange } from '#server/core/failures/postgres-errors.ts';
import type { Database } from '#server/core/store/database.ts';
import { wrongJournals, type TransactionRange } from '../audit-entries.ts';
import type { AuditFinding } from '../audit-parts.ts';
import { allowSums } from './allow-sums.ts';

/** Transactions that have ended: from one on, and below another. */
export interface Stretch {
  readonly from: bigint;
  readonly below: bigint;
}

/** Transactions whose journals were checked, to be folded at once. */
export interface CheckedWindow extends Stretch {
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
export async function checkWindow(
  database: Database,
  { from, below }: Stretch,
  size: WindowSize,
): Promise<CheckedWindow> {
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
