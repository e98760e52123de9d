import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, integer, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
import { merchantDepositState } from '#protocol/p2p/entities/collection-methods.ts';
import { epochMs } from '#server/core/store/columns.ts';

/** Everybody who ever paid a merchant deposit, with its state. */
export const merchants = pgTable(
  'merchants',
  {
    owner: bigint({ mode: 'bigint' }).primaryKey(),
    state: text({ enum: merchantDepositState.options }).notNull(),
    /** The deposit, locked in the fiat wallet, in units of its coin. */
    units: bigint({ mode: 'bigint' }).notNull(),
    /** The request under review, or the last one. */
    request: bigint({ mode: 'bigint' }).notNull(),
    /** The reviewer's reason for the last refusal. */
    reason: text(),
    /** Since when an operator keeps the merchant from trading; null for nobody does. */
    suspendedAt: epochMs('suspended_at'),
    /**
     * When the merchant last confirmed, with two cancellations on that day, that another one costs half of the deposit: it
     * holds for that day's orders of buy adverts.
     */
    costConfirmedAt: epochMs('cost_confirmed_at'),
    /** Changes with all that decides whether the merchant may trade, also with what is in the user's row. */
    updatedAt: epochMs('updated_at').notNull(),
  },
  (table) => [
    // The board follows what changed.
    index('merchants_updated').on(table.updatedAt, table.owner),
    index('merchants_holding')
      .on(table.owner)
      .where(sql`${table.units} > 0`),
    check(
      'merchants_hold_what_they_may',
      sql`${table.units} >= 0 AND (${table.units} = 0 OR ${table.state} NOT IN ('not-paid', 'refunded'))`,
    ),
  ],
);

/** How merchants trade, of those who ever changed it. */
export const merchantSettings = pgTable(
  'merchant_settings',
  {
    owner: bigint({ mode: 'bigint' }).primaryKey(),
    paused: boolean().notNull(),
    /** Opening hours in minutes of the day at the offset; null: always. */
    hoursFrom: smallint('hours_from'),
    hoursTo: smallint('hours_to'),
    offsetMinutes: smallint('offset_minutes').notNull(),
    autoReply: text('auto_reply').notNull(),
    blocked: bigint({ mode: 'bigint' }).array().notNull(),
    updatedAt: epochMs('updated_at').notNull(),
  },
  (table) => [index('merchant_settings_updated').on(table.updatedAt, table.owner)],
);

/** Requests to become a merchant and for the deposit back; each is the subject of a review. */
export const merchantRequests = pgTable(
  'merchant_requests',
  {
    id: bigint({ mode: 'bigint' }).generatedByDefaultAsIdentity().primaryKey(),
    owner: bigint({ mode: 'bigint' }).notNull(),
    what: text({ enum: ['deposit', 'refund'] }).notNull(),
    at: epochMs().notNull(),
  },
  (table) => [index('merchant_requests_owner').on(table.owner, table.id)],
);

/**
 * How the P2P orders of a user ended, by day of the end (UTC): the figures of 30 days are the sum of at most 31 rows.
 * Counted in the transaction that ends an order.
 */
export const p2pDays = pgTable(
  'fiat_days',
  {
    owner: bigint({ mode: 'bigint' }).notNull(),
    /** Days since 1970. */
    day: integer().notNull(),
    finished: integer().notNull().default(0),
    /** Orders that ended otherwise by this user's doing: cancelled, not paid in time, or lost in an appeal. */
    failed: integer().notNull().default(0),
    appealsLost: integer('appeals_lost').notNull().default(0),
    /** Sums of times, and how many they are of. */
    releaseMs: epochMs('release_ms').notNull().default(0),
    releases: integer().notNull().default(0),
    payMs: epochMs('pay_ms').notNull().default(0),
    payments: integer().notNull().default(0),
    /** Orders that were rated by those who took them, and how many of them as positive; by day of the order's end. */
    rated: integer().notNull().default(0),
    positive: integer().notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.owner, table.day] }), index('fiat_days_day').on(table.day)],
);
