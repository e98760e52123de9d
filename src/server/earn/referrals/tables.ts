import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, integer, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
import { epochMs } from '#server/core/store/columns.ts';

const big = (name?: string) => (name === undefined ? bigint({ mode: 'bigint' }) : bigint(name, { mode: 'bigint' }));
const none = sql`0`;

/** What shares of fees each level pays. Operators change it; a change holds from the next credit on. */
export const teamLevels = pgTable(
  'team_levels',
  {
    level: smallint().primaryKey(),
    /** Direct members who traded that the level needs. */
    members: integer().notNull(),
    /** Shares of the fees of direct and of indirect members, in ten-thousandths. */
    direct: integer().notNull(),
    indirect: integer().notNull(),
  },
  (table) => [
    check(
      'team_levels_shares',
      // Two people share the fees of one: whatever their levels, at least a fifth of every fee stays.
      sql`${table.members} >= 0 AND ${table.direct} BETWEEN 0 AND 5000 AND ${table.indirect} BETWEEN 0 AND 3000`,
    ),
  ],
);

/** Everybody who was invited, with the two generations above. */
export const teamMembers = pgTable(
  'team_members',
  {
    member: big().primaryKey(),
    /** Names the row to others: ids of users stay with their owners. */
    row: big().generatedByDefaultAsIdentity().notNull(),
    direct: big().notNull(),
    indirect: big(),
    since: epochMs().notNull(),
    /** Why the fees of this member pay nothing to each of the two; null while they do. */
    refused: text({ enum: ['document', 'device', 'network'] }),
    refusedIndirect: text('refused_indirect', { enum: ['document', 'device', 'network'] }),
    /** The first fee that was kept. */
    tradedAt: epochMs('traded_at'),
  },
  (table) => [
    index('team_members_direct').on(table.direct, table.row),
    index('team_members_indirect').on(table.indirect, table.row),
  ],
);

/** The counts of everybody who invited somebody. */
export const teamInviters = pgTable('team_inviters', {
  owner: big().primaryKey(),
  direct: integer().notNull().default(0),
  indirect: integer().notNull().default(0),
  /** Direct members who traded and are not refused: they make the level. */
  traded: integer().notNull().default(0),
  reversed: integer().notNull().default(0),
  /** Direct members who registered from a network of the inviter. */
  sameNetwork: integer('same_network').notNull().default(0),
  /** The last period whose credit was announced. */
  noticed: epochMs().notNull().default(0),
});

/** One row: how far ledger entries were read for fees, and the start of the first period that is not being credited. */
export const teamReading = pgTable(
  'team_reading',
  {
    one: boolean().primaryKey().default(true),
    /** Entries of older transactions are all in `team_fees`. */
    horizon: big().notNull(),
    closedUntil: epochMs('closed_until').notNull().default(0),
  },
  (table) => [check('team_reading_single', sql`${table.one}`)],
);

/** Fees that invited users paid less those they got back, by period, wallet and coin; and what was shared of them. */
export const teamFees = pgTable(
  'team_fees',
  {
    /** Start of the period, in epoch milliseconds. */
    period: epochMs().notNull(),
    payer: big().notNull(),
    wallet: smallint().notNull(),
    asset: text().notNull(),
    /** What they paid less what they got back (`guards.sql`). */
    fee: big().notNull(),
    paid: big().notNull().default(none),
    returned: big().notNull().default(none),
    credited: boolean().notNull().default(false),
    /** Rebates of the two generations; negative when they were taken back. */
    direct: big().notNull().default(none),
    indirect: big().notNull().default(none),
  },
  (table) => [
    primaryKey({ columns: [table.period, table.payer, table.wallet, table.asset] }),
    index('team_fees_due')
      .on(table.period, table.wallet, table.payer)
      .where(sql`NOT ${table.credited}`),
    check(
      'team_fees_kept',
      sql`${table.direct} + ${table.indirect} <= greatest(${table.fee}, 0) AND (${table.fee} > 0 OR (${table.direct} <= 0 AND ${table.indirect} <= 0))`,
    ),
  ],
);

/** Rebates that were not moved yet. What all hold of a coin is set aside in the rewards account. */
export const teamBalances = pgTable(
  'team_balances',
  {
    owner: big().notNull(),
    asset: text().notNull(),
    held: big().notNull().default(none),
    /** Taken back after it had been moved: the next rebates of the coin pay it first. */
    owed: big().notNull().default(none),
    credited: big().notNull().default(none),
    moved: big().notNull().default(none),
  },
  (table) => [
    primaryKey({ columns: [table.owner, table.asset] }),
    index('team_balances_held')
      .on(table.asset, table.held)
      .where(sql`${table.held} > 0`),
    check(
      'team_balances_add_up',
      sql`${table.held} >= 0 AND ${table.owed} >= 0 AND ${table.credited} - ${table.moved} = ${table.held} - ${table.owed}`,
    ),
  ],
);

/** Rebates by member and coin: what the lists show, and how much a returned fee takes back. */
export const teamSums = pgTable(
  'team_sums',
  {
    owner: big().notNull(),
    member: big().notNull(),
    asset: text().notNull(),
    fees: big().notNull(),
    credited: big().notNull(),
    /** The last week in which something was credited, and how much in it. */
    week: integer().notNull(),
    weekCredited: big('week_credited').notNull(),
  },
  (table) => [primaryKey({ columns: [table.owner, table.member, table.asset] })],
);

/** Rebates by week and coin, for the chart. */
export const teamWeeks = pgTable(
  'team_weeks',
  {
    owner: big().notNull(),
    week: integer().notNull(),
    asset: text().notNull(),
    direct: big().notNull(),
    indirect: big().notNull(),
    fees: big().notNull(),
    /** Taken back, above zero. */
    reversed: big().notNull(),
  },
  (table) => [primaryKey({ columns: [table.owner, table.week, table.asset] })],
);

/** Every rebate that was credited or taken back. */
export const teamRebates = pgTable(
  'team_rebates',
  {
    id: big().generatedByDefaultAsIdentity().primaryKey(),
    owner: big().notNull(),
    member: big().notNull(),
    generation: smallint().notNull(),
    period: epochMs().notNull(),
    asset: text().notNull(),
    fee: big().notNull(),
    /** In ten-thousandths; null for one taken back, which follows what was credited. */
    share: integer(),
    units: big().notNull(),
    at: epochMs().notNull(),
  },
  (table) => [
    index('team_rebates_owner').on(table.owner, table.id),
    // What was shared of one fee, and what a member brought in a week.
    index('team_rebates_member').on(table.member, table.period),
    index('team_rebates_reversed')
      .on(table.owner, table.id)
      .where(sql`${table.units} < 0`),
    check('team_rebates_generation', sql`${table.generation} IN (1, 2) AND ${table.units} <> 0`),
  ],
);
