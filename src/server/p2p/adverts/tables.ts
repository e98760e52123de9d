import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, integer, pgTable, smallint, text } from 'drizzle-orm/pg-core';
import { paymentMethods } from '#protocol/p2p/currencies.ts';
import { epochMs } from '#server/core/store/columns.ts';

/**
 * Adverts of merchants. Amounts of coins in the coin's smallest unit, of money in that of the currency, prices in that
 * of the currency's prices.
 */
export const adverts = pgTable(
  'adverts',
  {
    id: bigint({ mode: 'bigint' }).generatedByDefaultAsIdentity().primaryKey(),
    owner: bigint({ mode: 'bigint' }).notNull(),
    /** What the merchant does. */
    side: text({ enum: ['buy', 'sell'] }).notNull(),
    asset: text().notNull(),
    currency: text().notNull(),
    /** Of a fixed price; null for a floating one. */
    price: bigint({ mode: 'bigint' }),
    /** Of the index, in millionths; null for a fixed price. */
    ppm: bigint({ mode: 'bigint' }),
    /** Floor of a floating selling price, ceiling of a floating buying price. */
    bound: bigint({ mode: 'bigint' }),
    /** Coins it was published with, and those that no order has taken. A listed sell advert holds the latter frozen. */
    units: bigint({ mode: 'bigint' }).notNull(),
    remaining: bigint({ mode: 'bigint' }).notNull(),
    min: bigint({ mode: 'bigint' }).notNull(),
    max: bigint({ mode: 'bigint' }).notNull(),
    methods: text({ enum: paymentMethods }).array().notNull(),
    /** Collection methods of a sell advert. */
    methodIds: bigint('method_ids', { mode: 'bigint' }).array().notNull(),
    paymentMinutes: smallint('payment_minutes').notNull(),
    terms: text().notNull(),
    verifiedDays: smallint('verified_days').notNull(),
    finishedOrders: integer('finished_orders').notNull(),
    state: text({ enum: ['listed', 'withdrawn'] }).notNull(),
    /** Rests by itself: neither listed to others nor taken. */
    paused: boolean().notNull().default(false),
    createdAt: epochMs('created_at').notNull(),
    updatedAt: epochMs('updated_at').notNull(),
  },
  (table) => [
    index('adverts_owner').on(table.owner, table.id),
    index('adverts_listed')
      .on(table.owner, table.id)
      .where(sql`state = 'listed'`),
    // The board follows what changed.
    index('adverts_updated').on(table.updatedAt, table.id),
    check('adverts_offer_what_is_left', sql`${table.remaining} BETWEEN 0 AND ${table.units}`),
    check('adverts_priced_once', sql`num_nonnulls(${table.price}, ${table.ppm}) = 1`),
    check('adverts_limits', sql`0 < ${table.min} AND ${table.min} <= ${table.max}`),
  ],
);
