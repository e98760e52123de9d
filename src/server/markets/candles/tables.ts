import { bigint, bigserial, boolean, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';

/**
 * Minutes of the exchange's own trades, one row for each minute in which a pair traded. Prices in ticks, volume in
 * lots, turnover in ticks times lots. They could be recounted from the trades; they are stored because years of trades
 * are too many to aggregate for a chart.
 */
export const marketMinutes = pgTable(
  'market_minutes',
  {
    pair: text().notNull(),
    startAt: bigint('start_at', { mode: 'number' }).notNull(),
    open: bigint({ mode: 'number' }).notNull(),
    high: bigint({ mode: 'number' }).notNull(),
    low: bigint({ mode: 'number' }).notNull(),
    close: bigint({ mode: 'number' }).notNull(),
    volume: bigint({ mode: 'bigint' }).notNull(),
    turnover: bigint({ mode: 'bigint' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.pair, table.startAt] })],
);

/** How far the trades of a pair were compared with its minutes, from the newest to the oldest; see `minute-checks.ts`. */
export const marketMinuteChecks = pgTable('market_minute_checks', {
  pair: text().primaryKey(),
  /** Trades from this id on were compared. */
  below: bigint({ mode: 'number' }).notNull(),
  /** Trades before this time need not be. */
  downTo: bigint('down_to', { mode: 'number' }).notNull(),
  done: boolean().notNull(),
});

/**
 * Uptime of the exchange. Minutes outside these runs are filled from the price source, and missing where it has none;
 * minutes inside without trades stay flat.
 */
export const marketRuns = pgTable(
  'market_runs',
  {
    id: bigserial({ mode: 'bigint' }).primaryKey(),
    startedAt: bigint('started_at', { mode: 'number' }).notNull(),
    seenAt: bigint('seen_at', { mode: 'number' }).notNull(),
  },
  (table) => [index('market_runs_seen_at').on(table.seenAt)],
);
