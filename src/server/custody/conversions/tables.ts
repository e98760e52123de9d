import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, pgTable, text } from 'drizzle-orm/pg-core';

/** Rates that were promised: to whom, for what, until when, and whether they were taken. Swept some time after they end. */
export const conversionQuotes = pgTable(
  'conversion_quotes',
  {
    /** A random text: nobody guesses somebody else's. */
    id: text().primaryKey(),
    owner: bigint({ mode: 'bigint' }).notNull(),
    fromAsset: text('from_asset').notNull(),
    toAsset: text('to_asset').notNull(),
    /** What is given, in the smallest unit of `from_asset`. */
    amount: bigint({ mode: 'bigint' }).notNull(),
    /** What the house gives, fee included, and the fee of it, in the smallest unit of `to_asset`. */
    gross: bigint({ mode: 'bigint' }).notNull(),
    fee: bigint({ mode: 'bigint' }).notNull(),
    /** As it was shown. */
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
