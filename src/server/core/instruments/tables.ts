import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, numeric, pgTable, text } from 'drizzle-orm/pg-core';
import { pairState } from '#protocol/market-data/entities/market.ts';
import { epochMs } from '../store/columns.ts';
import { contractWallet } from './listed.ts';

/** Every coin that the ledger can hold. A coin is never removed, and its scale never changes: see `guards.sql`. */
export const listedCoins = pgTable(
  'listed_coins',
  {
    id: text().primaryKey(),
    /** The order of lists. */
    nth: bigint({ mode: 'number' }).generatedAlwaysAsIdentity(),
    /** Its everyday name. */
    name: text().notNull(),
    /** Decimal places of the ledger's smallest unit. */
    scale: integer().notNull(),
    /** Decimal places shown to users. */
    displayDecimals: integer('display_decimals').notNull(),
    /** What the faucet of practice mode hands out at a time; null for nothing. */
    faucetAmount: numeric('faucet_amount'),
    listedAt: epochMs('listed_at').notNull(),
  },
  (table) => [
    check('listed_coins_id', sql`${table.id} ~ '^[A-Z0-9]{2,10}$'`),
    check('listed_coins_scale', sql`${table.scale} BETWEEN 0 AND 8`),
    check('listed_coins_shown', sql`${table.displayDecimals} BETWEEN 0 AND ${table.scale}`),
    check('listed_coins_faucet', sql`${table.faucetAmount} > 0`),
  ],
);

/** Every pair that trades, will trade or has traded. A pair is never removed, and its steps never change. */
export const listedPairs = pgTable(
  'listed_pairs',
  {
    id: text().primaryKey(),
    /** The order of boards. */
    nth: bigint({ mode: 'number' }).generatedAlwaysAsIdentity(),
    base: text()
      .notNull()
      .references(() => listedCoins.id),
    quote: text()
      .notNull()
      .references(() => listedCoins.id),
    /** A tick is one unit of the last of these places of a price in quote. */
    priceDecimals: integer('price_decimals').notNull(),
    /** A lot is one unit of the last of these places of a quantity in base. */
    amountDecimals: integer('amount_decimals').notNull(),
    /** Smallest and largest quantity of an order, in base. */
    minAmount: numeric('min_amount').notNull(),
    maxAmount: numeric('max_amount').notNull(),
    /** Smallest value of an order, in quote. */
    minTotal: numeric('min_total').notNull(),
    /** Fees in millionths of what is received. */
    makerFeePpm: integer('maker_fee_ppm').notNull(),
    takerFeePpm: integer('taker_fee_ppm').notNull(),
    tags: text().array().notNull(),
    /** From when it counts as listed: the start of its history. */
    listedAt: epochMs('listed_at').notNull(),
    state: text({ enum: pairState.options }).notNull(),
    /** When it opens, or opened, at a set time. */
    opensAt: epochMs('opens_at'),
    /** While closing: when resting orders are cancelled, and when it is gone. */
    cancelsAt: epochMs('cancels_at'),
    closesAt: epochMs('closes_at'),
    /** Its price before anybody traded, in quote; null where an external price is waited for. */
    referencePrice: numeric('reference_price'),
  },
  (table) => [
    index('listed_pairs_base').on(table.base),
    check('listed_pairs_id', sql`${table.id} = ${table.base} || ${table.quote} AND ${table.base} <> ${table.quote}`),
    check(
      'listed_pairs_steps',
      sql`${table.priceDecimals} BETWEEN 0 AND 8 AND ${table.amountDecimals} BETWEEN 0 AND 8`,
    ),
    check(
      'listed_pairs_amounts',
      sql`${table.minAmount} > 0 AND ${table.maxAmount} >= ${table.minAmount} AND ${table.minTotal} >= 0`,
    ),
    check(
      'listed_pairs_fees',
      sql`${table.makerFeePpm} BETWEEN 0 AND 100000 AND ${table.takerFeePpm} BETWEEN 0 AND 100000`,
    ),
    check(
      'listed_pairs_closing',
      sql`(${table.cancelsAt} IS NULL) = (${table.closesAt} IS NULL) AND ${table.closesAt} >= ${table.cancelsAt}
        AND (${table.state} <> 'closing' OR ${table.closesAt} IS NOT NULL)`,
    ),
    check('listed_pairs_auction', sql`${table.state} <> 'auction' OR ${table.opensAt} IS NOT NULL`),
    check('listed_pairs_reference', sql`${table.referencePrice} > 0`),
  ],
);

/** Every contract. One is never removed, and nothing of it changes: open positions were taken at its terms. */
export const listedContracts = pgTable(
  'listed_contracts',
  {
    id: text().primaryKey(),
    /** The order of lists. */
    nth: bigint({ mode: 'number' }).generatedAlwaysAsIdentity(),
    /** Base of the pair or index that it follows; an index has no coin. */
    base: text().notNull(),
    /** Suffix of its name. */
    kind: text(),
    wallet: text({ enum: contractWallet }).notNull(),
    /** Base amount of one lot. */
    lotSize: numeric('lot_size').notNull(),
    /** Most lots of one order. */
    maxLots: integer('max_lots').notNull(),
    /** Fees in millionths of the value: of opening, of closing, and of each night. */
    openFeePpm: integer('open_fee_ppm').notNull(),
    closeFeePpm: integer('close_fee_ppm').notNull(),
    overnightFeePpm: integer('overnight_fee_ppm').notNull(),
    listedAt: epochMs('listed_at').notNull(),
  },
  (table) => [
    index('listed_contracts_base').on(table.base),
    check('listed_contracts_id', sql`${table.id} ~ '^[A-Z0-9]{4,16}$'`),
    check('listed_contracts_lots', sql`${table.lotSize} > 0 AND ${table.maxLots} BETWEEN 1 AND 1000000`),
    check(
      'listed_contracts_fees',
      sql`${table.openFeePpm} BETWEEN 0 AND 10000 AND ${table.closeFeePpm} BETWEEN 0 AND 10000
        AND ${table.overnightFeePpm} BETWEEN 0 AND 10000`,
    ),
  ],
);
