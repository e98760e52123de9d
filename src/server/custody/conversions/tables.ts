import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  index,
  integer,
  numeric,
  pgTable,
  primaryKey,
  text,
} from 'drizzle-orm/pg-core';
import { conversionFee } from '#protocol/core/limits.ts';
import { toUnits, unitsPerOne } from '#protocol/core/decimal.ts';

const feeScale = 18;

const exact = (name: string) =>
  numeric(name, { mode: 'bigint', precision: 80, scale: 0 })
    .notNull()
    .default(sql`0`);

/** The prices that a quote was made at, each times what one coin of the other side is in units; and what truncation left. */
const pricedColumns = () => ({ givenPrice: exact('given_price'), gotPrice: exact('got_price'), rest: exact('rest') });

type Amounts = Readonly<Record<'amount' | 'gross' | 'fee' | 'givenPrice' | 'gotPrice' | 'rest', AnyPgColumn>>;

/** What is given at its price is what is received at its own, and what truncation left. The fee is its share, rounded up. */
const pricedChecks = (name: string, { amount, gross, fee, givenPrice, gotPrice, rest }: Amounts) => {
  const share = sql.raw(toUnits(conversionFee, feeScale).toString());
  const one = sql.raw(unitsPerOne(feeScale).toString());
  return [
    check(`${name}_priced`, sql`${amount} * ${givenPrice} = ${gross} * ${gotPrice} + ${rest} AND ${rest} >= 0`),
    check(`${name}_fee`, sql`${fee} = div(${gross}::numeric * ${share} + ${one} - 1, ${one})`),
  ];
};

/** Quotes: user, amounts, expiry, and whether they were used. Removed some time after they expire. */
export const conversionQuotes = pgTable(
  'conversion_quotes',
  {
    /** A random, unguessable id. */
    id: text().primaryKey(),
    owner: bigint({ mode: 'bigint' }).notNull(),
    fromAsset: text('from_asset').notNull(),
    toAsset: text('to_asset').notNull(),
    /** Amount given, in the smallest unit of `from_asset`. */
    amount: bigint({ mode: 'bigint' }).notNull(),
    /** Amount received including the fee, and the fee, in the smallest unit of `to_asset`. */
    gross: bigint({ mode: 'bigint' }).notNull(),
    fee: bigint({ mode: 'bigint' }).notNull(),
    ...pricedColumns(),
    /** As displayed. */
    rate: text().notNull(),
    expiresAt: bigint('expires_at', { mode: 'number' }).notNull(),
    used: boolean().notNull().default(false),
  },
  (table) => [
    index('conversion_quotes_owner').on(table.owner),
    index('conversion_quotes_expiry').on(table.expiresAt),
    check('conversion_quotes_terms', sql`${table.amount} > 0 AND ${table.fee} > 0 AND ${table.gross} > ${table.fee}`),
    ...pricedChecks('conversion_quotes', table),
  ],
);

/** Quotes for small balances, a row per coin. Removed when used, or some time after they expire. */
export const smallQuotes = pgTable(
  'small_quotes',
  {
    /** A random, unguessable id, the same for all coins of one quote. */
    id: text().notNull(),
    owner: bigint({ mode: 'bigint' }).notNull(),
    asset: text().notNull(),
    /** The whole available balance, in the smallest unit of `asset`. */
    amount: bigint({ mode: 'bigint' }).notNull(),
    /** Amount received including the fee, and the fee, in the smallest unit of USDT. */
    gross: bigint({ mode: 'bigint' }).notNull(),
    fee: bigint({ mode: 'bigint' }).notNull(),
    ...pricedColumns(),
    expiresAt: bigint('expires_at', { mode: 'number' }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.id, table.asset] }),
    index('small_quotes_owner').on(table.owner),
    index('small_quotes_expiry').on(table.expiresAt),
    check('small_quotes_terms', sql`${table.amount} > 0 AND ${table.fee} > 0 AND ${table.gross} > ${table.fee}`),
    ...pricedChecks('small_quotes', table),
  ],
);

/** The day on which each user last converted small balances. */
export const smallConversions = pgTable('small_conversions', {
  owner: bigint({ mode: 'bigint' }).primaryKey(),
  /** Days of UTC since 1970. */
  lastDay: integer('last_day').notNull(),
});
