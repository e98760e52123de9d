import type { Pool } from 'pg';
import type { CallOutput, CheckedInput } from '../../../protocol/calls.ts';
import type { EntryKind } from '../../../protocol/entities/wallet.ts';
import { fromUnits } from '../../../protocol/maths/decimal.ts';
import { assetScale } from '../../core/assets.ts';
import { partOf, walletNumber, walletOf } from '../../core/ledger/balance-row.ts';
import { entriesWithin } from '../../core/ledger/entry-times.ts';
import { Refusal } from '../../core/failures/refusal.ts';
import { scanEnd, scannedRowsMax } from '../../core/store/bounded-scan.ts';

interface StoredEntry {
  readonly id: string;
  readonly wallet: number;
  readonly asset: string;
  readonly part: number;
  readonly kind: EntryKind;
  readonly amount: string;
  readonly reference: string | null;
  readonly at: string;
}

/**
 * An entry yields up to four records: the change of each part, and the fee, which is a record of its own kind. Record
 * ids consist of the entry's shifted id and their index in it.
 */
const slotBits = 2n;
const recordsOfEntry = `(VALUES
  (0, 0, entry.kind, entry.available + entry.fee),
  (1, 1, entry.kind, entry.frozen),
  (2, 2, entry.kind, entry.locked),
  (3, 0, 'fee', -entry.fee)) AS record (slot, part, kind, amount)`;

/** The entries scanned for a page, in primary key order. */
const scannedEntries = `FROM ledger_entries
  WHERE owner = $1 AND ($2::bigint IS NULL OR id <= $2) AND ($3::bigint IS NULL OR id >= $3)
    AND ($4::bigint IS NULL OR id < $4)`;

/**
 * One page of a user's ledger entries, newest first. A page may be short and still name a next one: see
 * `scannedRowsMax`.
 *
 * @throws Refusal `operationFailed` for an invalid cursor
 */
export async function cashflowPage(
  pool: Pool,
  owner: bigint,
  query: CheckedInput<'GET cashflow'>,
): Promise<CallOutput<'GET cashflow'>> {
  if (query.cursor !== undefined && !/^\d{1,18}$/.test(query.cursor)) throw new Refusal('operationFailed');
  const { since, until } = query;
  const within = await entriesWithin(pool, owner, since ?? null, until ?? null);
  const scanned = [
    owner,
    query.cursor === undefined ? null : BigInt(query.cursor) >> slotBits,
    within.first,
    within.last,
  ];
  const { rows } = await pool.query<StoredEntry>(
    `SELECT entry.id * 4 + record.slot AS id, entry.wallet, entry.asset, record.part, record.kind, record.amount,
            entry.reference, entry.at
       FROM (SELECT * ${scannedEntries} ORDER BY id DESC LIMIT ${scannedRowsMax}) AS entry
            CROSS JOIN LATERAL ${recordsOfEntry}
      WHERE record.amount <> 0
        AND ($5::bigint IS NULL OR entry.id * 4 + record.slot < $5)
        AND ($6::smallint IS NULL OR entry.wallet = $6)
        AND ($7::text IS NULL OR entry.asset = $7)
        AND ($8::text IS NULL OR record.kind = $8)
        AND ($9::bigint IS NULL OR entry.at >= $9)
        AND ($10::bigint IS NULL OR entry.at < $10)
      ORDER BY entry.id DESC, record.slot DESC LIMIT $11`,
    [
      ...scanned,
      query.cursor ?? null,
      query.wallet === undefined ? null : walletNumber(query.wallet),
      query.asset ?? null,
      query.kind ?? null,
      since ?? null,
      until ?? null,
      query.size + 1,
    ],
  );
  const end = rows.length > query.size ? null : await scanEnd(pool, scannedEntries, scanned);
  const shown = rows.slice(0, query.size);
  return {
    list: shown.map((row) => ({
      id: row.id,
      wallet: walletOf(row.wallet),
      asset: row.asset,
      part: partOf(row.part),
      kind: row.kind,
      amount: fromUnits(BigInt(row.amount), assetScale(row.asset)),
      reference: row.reference,
      at: Number(row.at),
    })),
    next: rows.length > query.size ? (shown.at(-1)?.id ?? null) : end === null ? null : String(BigInt(end) << slotBits),
  };
}
