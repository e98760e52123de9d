import { sql } from 'drizzle-orm';
import { bigint, check, index, numeric, pgTable, text } from 'drizzle-orm/pg-core';
import { epochMs } from '#server/core/store/columns.ts';

/** Where a rate comes from: the shipped first ones, an operator, or the configured source. */
export const rateOrigins = ['first', 'operator', 'source'] as const;

/** The platform rates: units of a currency for one USDT, for display only. */
export const platformRates = pgTable(
  'platform_rates',
  {
    /** ISO 4217. */
    currency: text().primaryKey(),
    rate: numeric().notNull(),
    /** When it was last confirmed. */
    at: epochMs().notNull(),
    origin: text({ enum: rateOrigins }).notNull(),
    /** An operator’s rate counts until then, and the source does not replace it before; null for no end. */
    until: epochMs(),
    /** A rate of the source that differs too much to count without an operator’s word, and since when; else null. */
    heldRate: numeric('held_rate'),
    heldAt: epochMs('held_at'),
  },
  (table) => [
    check('platform_rates_positive', sql`${table.rate} > 0 AND ${table.heldRate} > 0`),
    check('platform_rates_held', sql`(${table.heldRate} IS NULL) = (${table.heldAt} IS NULL)`),
  ],
);

/** What the rates were before: a row per change. The purge removes old ones. */
export const platformRateHistory = pgTable(
  'platform_rate_history',
  {
    id: bigint({ mode: 'bigint' }).generatedByDefaultAsIdentity().primaryKey(),
    currency: text().notNull(),
    rate: numeric().notNull(),
    at: epochMs().notNull(),
    origin: text({ enum: rateOrigins }).notNull(),
  },
  (table) => [index('platform_rate_history_currency').on(table.currency, table.id)],
);
