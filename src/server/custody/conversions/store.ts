import type { ClientBase, Pool } from 'pg';
import { minuteMs } from '#protocol/core/durations.ts';
import type { ConversionQuote } from '#protocol/wallets/entities/movement.ts';
import { fromUnits } from '#protocol/core/decimal.ts';
import { assetScale } from '#server/core/assets.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import { numbersLiteral, textsLiteral } from '#server/core/store/array-literals.ts';
import type { Transaction } from '#server/core/store/database.ts';
import { type ConversionTerms, endOfSmallDay } from './rules.ts';

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

/** The prices that a quote was made at: its row says them, and nobody reads them again. */
type Priced = Pick<ConversionTerms, 'givenPrice' | 'gotPrice' | 'rest'>;

/** A quote that expired this long ago is no longer needed to explain a late request. */
const endedKeptMs = 10 * minuteMs;
/** Quotes removed per batch. */
const sweptAtOnceMax = 5_000;

/** Stores a quote, and removes the user's earlier unused ones. */
export async function storeQuote(pool: Pool, quote: StoredQuote & Priced, now: number): Promise<void> {
  await pool.query(
    `WITH ended AS (DELETE FROM conversion_quotes WHERE owner = $2 AND expires_at < $10)
     INSERT INTO conversion_quotes (id, owner, from_asset, to_asset, amount, gross, fee, rate, expires_at,
                                    given_price, got_price, rest)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $11, $12, $13)`,
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
      quote.givenPrice,
      quote.gotPrice,
      quote.rest,
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
  const endedMs = now - endedKeptMs;
  await client.query(
    `DELETE FROM conversion_quotes WHERE id IN
       (SELECT id FROM conversion_quotes WHERE expires_at < $1 LIMIT ${sweptAtOnceMax})`,
    [endedMs],
  );
  await client.query(
    `DELETE FROM small_quotes WHERE id IN (SELECT id FROM small_quotes WHERE expires_at < $1 LIMIT ${sweptAtOnceMax})`,
    [endedMs],
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

/** One coin of a stored quote for small balances; amounts in smallest units. */
export interface SmallLine {
  readonly asset: string;
  readonly amount: bigint;
  readonly gross: bigint;
  readonly fee: bigint;
}

/** A quote for small balances. */
export interface SmallQuote {
  readonly id: string;
  readonly owner: bigint;
  readonly lines: readonly (SmallLine & Priced)[];
  readonly expiresAt: number;
}

/** Stores a quote, and removes the user's earlier ones that have expired. */
export async function storeSmallQuote(pool: Pool, quote: SmallQuote, now: number): Promise<void> {
  const { id, owner, lines, expiresAt } = quote;
  await pool.query(
    `WITH ended AS (DELETE FROM small_quotes WHERE owner = $2 AND expires_at < $3)
     INSERT INTO small_quotes (id, owner, expires_at, asset, amount, gross, fee, given_price, got_price, rest)
     SELECT $1, $2, $4, * FROM unnest($5::text[], $6::bigint[], $7::bigint[], $8::bigint[], $9::numeric[], $10::numeric[],
                                      $11::numeric[])`,
    [
      id,
      owner,
      now - endedKeptMs,
      expiresAt,
      textsLiteral(lines.map(({ asset }) => asset)),
      numbersLiteral(lines.map(({ amount }) => amount)),
      numbersLiteral(lines.map(({ gross }) => gross)),
      numbersLiteral(lines.map(({ fee }) => fee)),
      numbersLiteral(lines.map(({ givenPrice }) => givenPrice)),
      numbersLiteral(lines.map(({ gotPrice }) => gotPrice)),
      numbersLiteral(lines.map(({ rest }) => rest)),
    ],
  );
}

/**
 * Redeems a quote for some of its coins; the whole quote is gone when the transaction commits.
 *
 * @throws Refusal `orderUpdated` when it expired, was not made to this user, or does not have one of the coins
 */
export async function takeSmallQuote(
  tx: Transaction,
  owner: bigint,
  { id, coins }: { readonly id: string; readonly coins: readonly string[] },
  now: number,
): Promise<SmallLine[]> {
  const { rows } = await tx.client.query<{ asset: string; amount: string; gross: string; fee: string }>(
    `DELETE FROM small_quotes WHERE id = $1 AND owner = $2 AND expires_at > $3
     RETURNING asset, amount, gross, fee`,
    [id, owner, now],
  );
  const quoted = new Map(rows.map((row) => [row.asset, row]));
  return [...new Set(coins)].map((asset) => {
    const row = quoted.get(asset);
    if (row === undefined) throw new Refusal('orderUpdated');
    return { asset, amount: BigInt(row.amount), gross: BigInt(row.gross), fee: BigInt(row.fee) };
  });
}

/**
 * Uses up the day of a user, if the transaction commits; a second transaction of the same user waits here for the first.
 *
 * @param day as of `smallDay`
 * @throws Refusal `alreadyProcessed` with `nextAt` when it was used before
 */
export async function takeSmallDay(tx: Transaction, owner: bigint, day: number): Promise<void> {
  const { rowCount } = await tx.client.query(
    `INSERT INTO small_conversions AS stored (owner, last_day) VALUES ($1, $2)
     ON CONFLICT (owner) DO UPDATE SET last_day = excluded.last_day WHERE stored.last_day < excluded.last_day`,
    [owner, day],
  );
  if (rowCount !== 1) throw new Refusal('alreadyProcessed', { nextAt: endOfSmallDay(day) });
}

/** The day on which a user last converted small balances, or null. */
export async function lastSmallDay(pool: Pool, owner: bigint): Promise<number | null> {
  const { rows } = await pool.query<{ last_day: number }>('SELECT last_day FROM small_conversions WHERE owner = $1', [
    owner,
  ]);
  return rows[0]?.last_day ?? null;
}
