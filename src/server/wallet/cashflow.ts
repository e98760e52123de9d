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
    `SELECT entry.id, entry.wallet, entry.asset, entry.part, journal.kind, entry.amount, journal.reference, journal.at
       FROM entries AS entry JOIN journals AS journal ON journal.id = entry.journal_id
      WHERE entry.owner = $1
        AND ($2::bigint IS NULL OR entry.id < $2)
        AND ($3::smallint IS NULL OR entry.wallet = $3)
        AND ($4::text IS NULL OR entry.asset = $4)
        AND ($5::text IS NULL OR journal.kind = $5)
        AND ($7::bigint IS NULL OR entry.id >= $7)
        AND ($8::bigint IS NULL OR entry.id < $8)
        AND ($9::bigint IS NULL OR journal.at >= $9)
        AND ($10::bigint IS NULL OR journal.at < $10)
      ORDER BY entry.id DESC LIMIT $6`,
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
