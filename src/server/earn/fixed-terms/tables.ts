import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { fixedCycle, fixedState } from '#protocol/fixed-terms/entities.ts';
import { epochMs } from '#server/core/store/columns.ts';

const units = (name: string) => bigint(name, { mode: 'bigint' }).notNull();

/**
 * Fixed-term products. An operator adds, changes and closes them while the exchange runs; a change counts for what is
 * bought afterwards. `held` and `promised` are sums over the running holdings of each.
 */
export const fixedProducts = pgTable(
  'fixed_products',
  {
    id: bigint({ mode: 'bigint' }).generatedByDefaultAsIdentity().primaryKey(),
    /** Raised with every change of the terms. */
    version: integer().notNull().default(1),
    asset: text().notNull(),
    cycle: text({ enum: fixedCycle.options }).notNull(),
    days: integer().notNull(),
    /** The length of one day; less than a real one only in practice mode. */
    dayMs: epochMs('day_ms').notNull(),
    ratePpm: bigint('rate_ppm', { mode: 'bigint' }).notNull(),
    exitPpm: bigint('exit_ppm', { mode: 'bigint' }).notNull(),
    minimum: units('minimum'),
    /** The most that a person may have in it. */
    maximum: units('maximum'),
    quota: units('quota'),
    held: units('held').default(sql`0`),
    promised: units('promised').default(sql`0`),
    isOpen: boolean('is_open').notNull().default(true),
    updatedAt: epochMs('updated_at').notNull(),
  },
  (table) => [
    check(
      'fixed_products_terms',
      sql`${table.days} BETWEEN 1 AND 3660 AND ${table.dayMs} >= 1000 AND ${table.ratePpm} BETWEEN 1 AND 1000000
          AND ${table.exitPpm} BETWEEN 0 AND 1000000 AND ${table.minimum} > 0 AND ${table.maximum} >= ${table.minimum}
          AND ${table.quota} >= 0`,
    ),
    check('fixed_products_sums', sql`${table.held} >= 0 AND ${table.promised} >= 0`),
  ],
);

/**
 * What users put into fixed terms, with the terms of the day they bought. The principal of a running one is locked in the
 * user's spot wallet, and `promised` of its coin is set aside in the house account `earn`.
 */
export const fixedHoldings = pgTable(
  'fixed_holdings',
  {
    id: bigint({ mode: 'bigint' }).generatedByDefaultAsIdentity().primaryKey(),
    owner: bigint({ mode: 'bigint' }).notNull(),
    product: bigint({ mode: 'bigint' }).notNull(),
    asset: text().notNull(),
    cycle: text({ enum: fixedCycle.options }).notNull(),
    days: integer().notNull(),
    dayMs: epochMs('day_ms').notNull(),
    ratePpm: bigint('rate_ppm', { mode: 'bigint' }).notNull(),
    exitPpm: bigint('exit_ppm', { mode: 'bigint' }).notNull(),
    principal: units('principal'),
    /** Set aside for it: its interest to term, rounded up. */
    promised: units('promised'),
    state: text({ enum: fixedState.options }).notNull(),
    /** Whole days accrued. */
    day: integer().notNull().default(0),
    /** Interest of these days; once it ended, what was paid. */
    interest: units('interest').default(sql`0`),
    cost: units('cost').default(sql`0`),
    renews: boolean().notNull(),
    renewedAs: bigint('renewed_as', { mode: 'bigint' }),
    openedAt: epochMs('opened_at').notNull(),
    endsAt: epochMs('ends_at').notNull(),
    /** When the next day is over; null once the last is, or it ended. */
    nextAt: epochMs('next_at'),
    closedAt: epochMs('closed_at'),
    /** The operator who gave it back; applied when it is next looked at. */
    revokedBy: text('revoked_by'),
  },
  (table) => [
    index('fixed_holdings_owner').on(table.owner, table.id),
    index('fixed_holdings_owner_state').on(table.owner, table.state, table.id),
    index('fixed_holdings_next')
      .on(table.nextAt)
      .where(sql`next_at IS NOT NULL`),
    index('fixed_holdings_ends')
      .on(table.endsAt)
      .where(sql`state = 'not-earned'`),
    index('fixed_holdings_revoked')
      .on(table.id)
      .where(sql`state = 'not-earned' AND revoked_by IS NOT NULL`),
    check(
      'fixed_holdings_amounts',
      sql`${table.principal} > 0 AND ${table.promised} >= ${table.interest} + ${table.cost}`,
    ),
    check('fixed_holdings_ended', sql`(${table.state} = 'not-earned') = (${table.closedAt} IS NULL)`),
  ],
);
