import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, pgTable, text } from 'drizzle-orm/pg-core';

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
    /** As displayed. */
    rate: text().notNull(),
    expiresAt: bigint('expires_at', { mode: 'number' }).notNull(),
    used: boolean().notNull().default(false),
  },
  (table) => [
    index('conversion_quotes_owner').on(table.owner),
    index('conversion_quotes_expiry').on(table.expiresAt),
    check('conversion_quotes_terms', sql`${table.amount} > 0 AND ${table.fee} > 0 AND ${table.gross} > ${table.fee}`),
  ],
);
