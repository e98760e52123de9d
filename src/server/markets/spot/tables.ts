import { sql } from 'drizzle-orm';
import { bigint, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { orderTypeNames } from '#protocol/spot/order-types.ts';
import { bytea, epochMs } from '#server/core/store/columns.ts';

const units = () => bigint({ mode: 'bigint' });

/**
 * Spot orders. Prices and totals in quote units, quantities in base units, so that a pair may change its ticks and lots
 * without touching stored rows. Ids come from the clock and grow with time. The row also records the idempotency key it
 * was placed with, so that an order costs no second row.
 */
export const spotOrders = pgTable(
  'spot_orders',
  {
    id: bigint({ mode: 'number' }).notNull(),
    owner: bigint({ mode: 'bigint' }).notNull(),
    pair: text().notNull(),
    side: text({ enum: ['buy', 'sell'] }).notNull(),
    type: text({ enum: orderTypeNames }).notNull(),
    price: units(),
    amount: units(),
    total: units(),
    filled: units().notNull(),
    filledTotal: bigint('filled_total', { mode: 'bigint' }).notNull(),
    fee: units().notNull(),
    status: text({ enum: ['open', 'filled', 'cancelled'] }).notNull(),
    closeReason: text('close_reason', { enum: ['user', 'no-liquidity', 'self-trade', 'price-band', 'dust'] }),
    createdAt: bigint('created_at', { mode: 'number' }).notNull(),
    updatedAt: bigint('updated_at', { mode: 'number' }).notNull(),
    /** Digests of its idempotency key and of the request body; null for the house's. */
    requestKey: bytea('request_key'),
    requestHash: bytea('request_hash'),
    /** Its last trade; 0 before the first, null for orders of before that was noted. */
    lastTrade: bigint('last_trade', { mode: 'number' }),
  },
  (table) => [
    primaryKey({ columns: [table.owner, table.id] }),
    index('spot_orders_book')
      .on(table.pair, table.id)
      .where(sql`status = 'open'`),
    uniqueIndex('spot_orders_request')
      .on(table.owner, table.requestKey)
      .where(sql`request_key IS NOT NULL`),
  ],
);

/** Every fill, append-only. `side` is the taker's; fees are in what each side received. */
export const trades = pgTable(
  'trades',
  {
    id: bigint({ mode: 'number' }).notNull(),
    pair: text().notNull(),
    side: text({ enum: ['buy', 'sell'] }).notNull(),
    price: units().notNull(),
    amount: units().notNull(),
    total: units().notNull(),
    buyOrder: bigint('buy_order', { mode: 'number' }).notNull(),
    sellOrder: bigint('sell_order', { mode: 'number' }).notNull(),
    buyer: bigint({ mode: 'bigint' }).notNull(),
    seller: bigint({ mode: 'bigint' }).notNull(),
    buyerFee: bigint('buyer_fee', { mode: 'bigint' }).notNull(),
    sellerFee: bigint('seller_fee', { mode: 'bigint' }).notNull(),
    at: epochMs().notNull(),
    /**
     * The trade before of the same order; 0 for its first, null where none was noted. From the last trade of an order the audit
     * finds all of them, without an index.
     */
    buyBefore: bigint('buy_before', { mode: 'number' }),
    sellBefore: bigint('sell_before', { mode: 'number' }),
  },
  (table) => [primaryKey({ columns: [table.pair, table.id] })],
);

/** Who was notified that open orders in a pair are cancelled because it is delisted, and at which time. */
export const spotDelistingNotices = pgTable(
  'spot_delisting_notices',
  {
    pair: text().notNull(),
    owner: bigint({ mode: 'bigint' }).notNull(),
    cancelsAt: epochMs('cancels_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.pair, table.owner, table.cancelsAt] }),
    index('spot_delisting_notices_cancels').on(table.cancelsAt),
  ],
);

/**
 * How far notices of filled orders got, in one row that is written with them: the last trade of each pair whose orders they
 * include, and how many transactions wrote any.
 */
export const spotFillMarks = pgTable('spot_fill_marks', {
  id: integer().primaryKey(),
  written: bigint({ mode: 'number' }).notNull(),
  marks: jsonb().$type<Readonly<Record<string, number>>>().notNull(),
});

/** How many orders of a user were filled in a minute: with a notice of their own, and to be summed up at its end. */
export const spotFillMinutes = pgTable('spot_fill_minutes', {
  owner: bigint({ mode: 'bigint' }).primaryKey(),
  endsAt: epochMs('ends_at').notNull(),
  own: integer().notNull(),
  summed: integer().notNull(),
});
