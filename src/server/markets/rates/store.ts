import type { Decimal } from '#protocol/core/decimal.ts';
import { writeOperatorLog } from '#server/core/gate/operator-log.ts';
import type { Signed } from '#server/core/gate/stops.ts';
import type { Database, Transaction } from '#server/core/store/database.ts';
import { displayedCurrencies, firstRatesAt } from './currencies.ts';
import type { rateOrigins } from './tables.ts';

type RateOrigin = (typeof rateOrigins)[number];

/** A rate of the store. Times in epoch milliseconds. */
export interface StoredRate {
  readonly currency: string;
  /** Units for one USDT. */
  readonly rate: Decimal;
  readonly at: number;
  readonly origin: RateOrigin;
  /** From then on it does not count any more; null for no end. */
  readonly until: number | null;
  /** What the source says instead, waiting for an operator’s word. */
  readonly held: { readonly rate: Decimal; readonly at: number } | null;
}

/** A row of `columns`, as the driver returns it. */
export interface RateRow {
  readonly currency: string;
  readonly rate: string;
  readonly at: string;
  readonly origin: RateOrigin;
  readonly until: string | null;
  readonly held_rate: string | null;
  readonly held_at: string | null;
}

export const columns =
  'currency, trim_scale(rate) AS rate, at, origin, until, trim_scale(held_rate) AS held_rate, held_at';

/** A row as the store describes it. */
export function storedRate(row: RateRow): StoredRate {
  const { currency, rate, origin, held_rate: held } = row;
  return {
    currency,
    rate,
    at: Number(row.at),
    origin,
    until: row.until === null ? null : Number(row.until),
    held: held === null ? null : { rate: held, at: Number(row.held_at) },
  };
}

/** All rates, by currency. */
export async function readRates({ pool }: Pick<Database, 'pool'>): Promise<StoredRate[]> {
  const { rows } = await pool.query<RateRow>(`SELECT ${columns} FROM platform_rates ORDER BY currency`);
  return rows.map(storedRate);
}

/** Writes the shipped rates of currencies that have none. */
export async function writeFirstRates({ pool }: Pick<Database, 'pool'>): Promise<void> {
  await pool.query(
    `INSERT INTO platform_rates (currency, rate, at, origin)
       SELECT currency, rate, $3, 'first' FROM unnest($1::text[], $2::numeric[]) AS shipped (currency, rate)
     ON CONFLICT (currency) DO NOTHING`,
    [
      displayedCurrencies.map(({ currency }) => currency),
      displayedCurrencies.map((one) => one.firstRate),
      firstRatesAt,
    ],
  );
}

/** Sets a rate by an operator’s word, with a line in the operators’ log. @returns the id of the line */
export async function setRate(
  tx: Transaction,
  { currency, rate, until }: Pick<StoredRate, 'currency' | 'rate' | 'until'>,
  signed: Signed,
): Promise<bigint> {
  const before = await lockedRate(tx, currency);
  await replaceRate(tx, { currency, rate, at: signed.at, origin: 'operator', until }, before?.rate ?? null);
  const end = until === null ? '' : ` until ${new Date(until).toISOString()}`;
  return writeOperatorLog(
    tx,
    { what: 'rate-set', scope: null, subject: `${currency} ${rate}${end}`, sessions: [] },
    signed,
  );
}

/**
 * Decides on a held rate, with a line in the operators’ log.
 *
 * @param rate the one the operator saw: the source may have said another one since
 * @returns the id of the line; null when that rate is not held
 */
export async function decideHeldRate(
  tx: Transaction,
  { currency, rate, accept }: { readonly currency: string; readonly rate: Decimal; readonly accept: boolean },
  signed: Signed,
): Promise<bigint | null> {
  const before = await lockedRate(tx, currency);
  if (before === null || before.held?.rate !== rate) return null;
  if (accept) {
    await replaceRate(tx, { currency, rate, at: before.held.at, origin: 'source', until: null }, before.rate);
  } else {
    await tx.client.query('UPDATE platform_rates SET held_rate = NULL, held_at = NULL WHERE currency = $1', [currency]);
  }
  const what = accept ? 'rate-accept' : 'rate-refuse';
  return writeOperatorLog(tx, { what, scope: null, subject: `${currency} ${rate}`, sessions: [] }, signed);
}

async function lockedRate(tx: Transaction, currency: string): Promise<StoredRate | null> {
  const { rows } = await tx.client.query<RateRow>(
    `SELECT ${columns} FROM platform_rates WHERE currency = $1 FOR UPDATE`,
    [currency],
  );
  return rows[0] === undefined ? null : storedRate(rows[0]);
}

/** Puts a rate in the place of the one in force. */
export async function replaceRate(
  tx: Transaction,
  next: Omit<StoredRate, 'held'>,
  before: Decimal | null,
): Promise<void> {
  const { currency, rate, at, origin, until } = next;
  await tx.client.query(
    `INSERT INTO platform_rates (currency, rate, at, origin, until) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (currency) DO UPDATE SET rate = EXCLUDED.rate, at = EXCLUDED.at, origin = EXCLUDED.origin,
       until = EXCLUDED.until, held_rate = NULL, held_at = NULL`,
    [currency, rate, at, origin, until],
  );
  if (before === rate) return;
  await tx.client.query('INSERT INTO platform_rate_history (currency, rate, at, origin) VALUES ($1, $2, $3, $4)', [
    currency,
    rate,
    at,
    origin,
  ]);
}

/** The newest changes of a currency, newest first. */
export async function readRateHistory(
  { pool }: Pick<Database, 'pool'>,
  currency: string,
  limit: number,
): Promise<readonly { readonly rate: Decimal; readonly at: number; readonly origin: RateOrigin }[]> {
  const { rows } = await pool.query<{ rate: string; at: string; origin: RateOrigin }>(
    'SELECT trim_scale(rate) AS rate, at, origin FROM platform_rate_history WHERE currency = $1 ORDER BY id DESC LIMIT $2',
    [currency, limit],
  );
  return rows.map(({ rate, at, origin }) => ({ rate, at: Number(at), origin }));
}
