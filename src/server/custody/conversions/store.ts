import type { ClientBase, Pool } from 'pg';
import { minuteMs } from '../../../protocol/durations.ts';
import type { ConversionQuote } from '../../../protocol/entities/movement.ts';
import { fromUnits } from '../../../protocol/maths/decimal.ts';
import { assetScale } from '../../core/assets.ts';
import { Refusal } from '../../core/failures/refusal.ts';
import type { Transaction } from '../../core/store/database.ts';

/** A stored quote; amounts in smallest units. */
export interface StoredQuote {
  readonly id: string;
  readonly owner: bigint;
  readonly from: string;
  readonly to: string;
  readonly amount: bigint;
  readonly gross: bigint;
  readonly fee: bigint;
  readonly rate: string;
  readonly expiresAt: number;
}

/** A quote that expired this long ago is no longer needed to explain a late request. */
const endedKeptMs = 10 * minuteMs;
/** Quotes removed per batch. */
const sweptAtOnceMax = 5_000;

/** Stores a quote, and removes the user's earlier unused ones. */
export async function storeQuote(pool: Pool, quote: StoredQuote, now: number): Promise<void> {
  await pool.query(
    `WITH ended AS (DELETE FROM conversion_quotes WHERE owner = $2 AND expires_at < $10)
     INSERT INTO conversion_quotes (id, owner, from_asset, to_asset, amount, gross, fee, rate, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      quote.id,
      quote.owner,
      quote.from,
      quote.to,
      quote.amount,
      quote.gross,
      quote.fee,
      quote.rate,
      quote.expiresAt,
      now - endedKeptMs,
    ],
  );
}

interface QuoteRow {
  readonly from_asset: string;
  readonly to_asset: string;
  readonly amount: string;
  readonly gross: string;
  readonly fee: string;
  readonly rate: string;
  readonly expires_at: string;
  readonly used: boolean;
}

/**
 * Redeems a quote: marks it as used, if the transaction commits.
 *
 * @throws Refusal `orderUpdated` when it expired, or was not made to this user; `alreadyProcessed` when it was used
 */
export async function takeQuote(tx: Transaction, owner: bigint, id: string, now: number): Promise<StoredQuote> {
  const { rows } = await tx.client.query<QuoteRow>(
    'SELECT * FROM conversion_quotes WHERE id = $1 AND owner = $2 FOR UPDATE',
    [id, owner],
  );
  const row = rows[0];
  if (row === undefined) throw new Refusal('orderUpdated');
  if (row.used) throw new Refusal('alreadyProcessed');
  if (Number(row.expires_at) <= now) throw new Refusal('orderUpdated');
  await tx.client.query('UPDATE conversion_quotes SET used = true WHERE id = $1', [id]);
  return {
    id,
    owner,
    from: row.from_asset,
    to: row.to_asset,
    amount: BigInt(row.amount),
    gross: BigInt(row.gross),
    fee: BigInt(row.fee),
    rate: row.rate,
    expiresAt: Number(row.expires_at),
  };
}

/** Removes expired quotes; run by a timer. */
export async function sweepQuotes(client: Pool | ClientBase, now: number): Promise<void> {
  await client.query(
    `DELETE FROM conversion_quotes WHERE id IN
       (SELECT id FROM conversion_quotes WHERE expires_at < $1 LIMIT ${sweptAtOnceMax})`,
    [now - endedKeptMs],
  );
}

/** A quote as shown to its owner. */
export function shownQuote(quote: StoredQuote): ConversionQuote {
  return {
    id: quote.id,
    from: quote.from,
    to: quote.to,
    amount: fromUnits(quote.amount, assetScale(quote.from)),
    receives: fromUnits(quote.gross - quote.fee, assetScale(quote.to)),
    rate: quote.rate,
    fee: fromUnits(quote.fee, assetScale(quote.to)),
    expiresAt: quote.expiresAt,
  };
}
