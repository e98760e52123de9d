import type { Pool } from 'pg';
import type { CallOutput, CheckedInput } from '../../contract/calls.ts';
import type { EntryKind } from '../../contract/entities/wallet.ts';
import { fromUnits } from '../../contract/decimal.ts';
import { assetScale } from '../ledger/assets.ts';
import { partOf, walletNumber, walletOf } from '../ledger/balance-row.ts';
import { entriesWithin } from '../ledger/entry-times.ts';
import { Refusal } from '../refusal.ts';

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
 * An entry tells up to four records: what each part gained or lost, and the fee, which is a record of its own kind. The
 * records of an entry have its id, shifted, and their place in it.
 */
const slotBits = 2n;
const recordsOfEntry = `(VALUES
  (0, 0, entry.kind, entry.available + entry.fee),
  (1, 1, entry.kind, entry.frozen),
  (2, 2, entry.kind, entry.locked),
  (3, 0, 'fee', -entry.fee)) AS record (slot, part, kind, amount)`;

/**
 * One page of a person's ledger entries, newest first.
 *
 * @throws Refusal `operationFailed` for a cursor that no page gave
 */
export async function cashflowPage(
  pool: Pool,
  owner: bigint,
  query: CheckedInput<'GET cashflow'>,
): Promise<CallOutput<'GET cashflow'>> {
  if (query.cursor !== undefined && !/^\d{1,18}$/.test(query.cursor)) throw new Refusal('operationFailed');
  const { since, until } = query;
  const within = await entriesWithin(pool, owner, since ?? null, until ?? null);
  const { rows } = await pool.query<StoredEntry>(
    `SELECT entry.id * 4 + record.slot AS id, entry.wallet, entry.asset, record.part, record.kind, record.amount,
            entry.reference, entry.at
       FROM ledger_entries AS entry CROSS JOIN LATERAL ${recordsOfEntry}
      WHERE entry.owner = $1 AND record.amount <> 0
        AND ($2::bigint IS NULL OR entry.id <= $11 AND entry.id * 4 + record.slot < $2)
        AND ($3::smallint IS NULL OR entry.wallet = $3)
        AND ($4::text IS NULL OR entry.asset = $4)
        AND ($5::text IS NULL OR record.kind = $5)
        AND ($7::bigint IS NULL OR entry.id >= $7)
        AND ($8::bigint IS NULL OR entry.id < $8)
        AND ($9::bigint IS NULL OR entry.at >= $9)
        AND ($10::bigint IS NULL OR entry.at < $10)
      ORDER BY entry.id DESC, record.slot DESC LIMIT $6`,
    [
      owner,
      query.cursor ?? null,
      query.wallet === undefined ? null : walletNumber(query.wallet),
      query.asset ?? null,
      query.kind ?? null,
      query.size + 1,
      within.first,
      within.last,
      since ?? null,
      until ?? null,
      query.cursor === undefined ? null : BigInt(query.cursor) >> slotBits,
    ],
  );
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
    next: rows.length > query.size ? (shown.at(-1)?.id ?? null) : null,
  };
}
