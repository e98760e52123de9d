import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, integer, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';

/** What signing in pays in a month, and how much of it may be paid. Operators change it; a month begins with the last. */
export const checkInPools = pgTable(
  'sign_in_pools',
  {
    /** As in `2026-11`. */
    month: text().primaryKey(),
    asset: text().notNull(),
    /** Reward of one day, in the smallest unit of the coin; the seventh day pays twice that. */
    reward: bigint({ mode: 'bigint' }).notNull(),
    /** The most that is paid and promised. */
    budget: bigint({ mode: 'bigint' }).notNull(),
    /** What was paid and is promised. */
    used: bigint({ mode: 'bigint' })
      .notNull()
      .default(sql`0`),
    /** What of it was used before its movements named it. */
    usedBefore: bigint('used_before', { mode: 'bigint' })
      .notNull()
      .default(sql`0`),
  },
  (table) => [check('sign_in_pools_terms', sql`${table.reward} > 0 AND ${table.budget} >= 0 AND ${table.used} >= 0`)],
);

/** The days in a row of each user, and what was set aside for the rest of their run of seven. */
export const checkInStreaks = pgTable(
  'sign_in_streaks',
  {
    owner: bigint({ mode: 'bigint' }).primaryKey(),
    /** The last day signed in, as `productDay` counts; 0 before the first. */
    lastDay: integer('last_day').notNull().default(0),
    /** Days in a row that end with it. */
    length: integer().notNull().default(0),
    /** Coin and reward of one day as they were promised, and the pool that bears it. */
    asset: text(),
    reward: bigint({ mode: 'bigint' })
      .notNull()
      .default(sql`0`),
    pool: text().references(() => checkInPools.month),
    /** Frozen in the rewards account for the days ahead; it is free again once the run is broken. */
    promised: bigint({ mode: 'bigint' })
      .notNull()
      .default(sql`0`),
  },
  (table) => [
    // A promise is due back when a day was missed: read in the order of the last day.
    index('sign_in_streaks_promised')
      .on(table.lastDay, table.owner)
      .where(sql`${table.promised} > 0`),
    check(
      'sign_in_streaks_promise',
      sql`${table.promised} = 0 OR (${table.promised} > 0 AND ${table.asset} IS NOT NULL AND ${table.pool} IS NOT NULL)`,
    ),
  ],
);

/** Which devices had their reward of a day, each by a hash of its name. */
export const checkInDevices = pgTable(
  'sign_in_devices',
  {
    day: integer().notNull(),
    device: text().notNull(),
    owner: bigint({ mode: 'bigint' }).notNull(),
    expiresAt: bigint('expires_at', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.device, table.day] }), index('sign_in_devices_expiry').on(table.expiresAt)],
);

/** Every day on which a user signed in. The key allows one a day. */
export const signIns = pgTable(
  'sign_ins',
  {
    owner: bigint({ mode: 'bigint' }).notNull(),
    day: integer().notNull(),
    at: bigint({ mode: 'number' }).notNull(),
    /** Its place in the run of seven, from 1. */
    position: smallint().notNull(),
    asset: text().notNull(),
    /** What it paid; 0 when nothing was left. */
    units: bigint({ mode: 'bigint' }).notNull(),
    doubled: boolean().notNull(),
    /** The pool that bore it: its month; null of days before movements named it. */
    pool: text(),
  },
  (table) => [primaryKey({ columns: [table.owner, table.day] })],
);
