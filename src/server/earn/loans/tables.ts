import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  numeric,
  pgTable,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { collateralWallets } from '#protocol/loans/maths/bounds.ts';
import { epochMs } from '#server/core/store/columns.ts';

/** Coins that are lent: what an operator set. */
export const loanCoins = pgTable(
  'loan_coins',
  {
    asset: text().primaryKey(),
    /** Billionths an hour. */
    hourlyRate: bigint('hourly_rate', { mode: 'bigint' }).notNull(),
    /** Smallest loan, and the most one person may owe, in the coin's smallest unit. */
    least: bigint({ mode: 'bigint' }).notNull(),
    limit: bigint({ mode: 'bigint' }).notNull(),
    /** Lengths in hours, rising. */
    hours: integer().array().notNull(),
    state: text({ enum: ['open', 'closed'] }).notNull(),
  },
  (table) => [
    check('loan_coins_terms', sql`${table.hourlyRate} > 0 AND ${table.least} > 0 AND ${table.limit} >= ${table.least}`),
    check('loan_coins_hours', sql`cardinality(${table.hours}) > 0`),
  ],
);

/** Coins that are taken as collateral, with their levels in millionths: what an operator set. */
export const loanCollaterals = pgTable(
  'loan_collaterals',
  {
    asset: text().primaryKey(),
    initial: integer().notNull(),
    first: integer().notNull(),
    second: integer().notNull(),
    sale: integer().notNull(),
    state: text({ enum: ['open', 'closed'] }).notNull(),
  },
  (table) => [
    check(
      'loan_collaterals_levels',
      sql`0 < ${table.initial} AND ${table.initial} < ${table.first} AND ${table.first} < ${table.second} AND ${table.second} < ${table.sale} AND ${table.sale} < 1000000`,
    ),
  ],
);

/** Loans, from application to end. Amounts in smallest units: those owed of `asset`, the collateral of its own. */
export const loans = pgTable(
  'loans',
  {
    id: bigint({ mode: 'bigint' }).generatedByDefaultAsIdentity().primaryKey(),
    owner: bigint({ mode: 'bigint' }).notNull(),
    state: text({ enum: ['under-review', 'refused', 'running', 'selling', 'repaid', 'written-off'] }).notNull(),
    asset: text().notNull(),
    amount: bigint({ mode: 'bigint' }).notNull(),
    principal: bigint({ mode: 'bigint' }).notNull(),
    interest: bigint({ mode: 'bigint' }).notNull(),
    /** Billionths of a unit of interest that are not whole yet. */
    interestRest: bigint('interest_rest', { mode: 'bigint' }).notNull(),
    interestPaid: bigint('interest_paid', { mode: 'bigint' }).notNull(),
    /** Principal times the full hours that it bore interest for, added up: what all interest of the loan follows from. */
    unitHours: numeric('unit_hours', { mode: 'bigint', precision: 30, scale: 0 })
      .notNull()
      .default(sql`0`),
    repaid: bigint({ mode: 'bigint' }).notNull(),
    writtenOff: bigint('written_off', { mode: 'bigint' }).notNull(),
    /** The terms at application: an operator's change concerns new loans alone. */
    hourlyRate: bigint('hourly_rate', { mode: 'bigint' }).notNull(),
    hours: integer().notNull(),
    initial: integer().notNull(),
    first: integer().notNull(),
    second: integer().notNull(),
    sale: integer().notNull(),
    collateral: text().notNull(),
    wallet: text({ enum: collateralWallets }).notNull(),
    /** Locked in the wallet now. */
    locked: bigint({ mode: 'bigint' }).notNull(),
    /** Locked at application and topped up since. */
    pledged: bigint({ mode: 'bigint' }).notNull(),
    /** Warnings that stand: 0, 1 or 2. */
    warned: smallint().notNull(),
    warnedAt: epochMs('warned_at'),
    /** The highest price of the collateral at which something is due, and the lowest at which a warning is over. */
    watchPrice: bigint('watch_price', { mode: 'bigint' }),
    calmPrice: bigint('calm_price', { mode: 'bigint' }),
    saleCause: text('sale_cause', { enum: ['price', 'due'] }),
    /** Locked when the sale began: slices are a share of it. */
    saleOf: bigint('sale_of', { mode: 'bigint' }),
    /** Sales that were begun: slices of the last one have this number. */
    sales: smallint().notNull().default(0),
    /** Since when nothing of the sale could be sold; null while it goes on. */
    stalledAt: epochMs('stalled_at'),
    /** Full hours that bore interest, sales apart; null of a loan that was sold before they were counted. */
    borne: integer(),
    /** Hours up to here have borne interest. */
    accruedTo: epochMs('accrued_to'),
    /** When the next hour is full, the loan is due, or the next slice is sold. */
    nextAt: epochMs('next_at'),
    reason: text(),
    contact: text().notNull(),
    document: text().notNull(),
    note: text().notNull(),
    appliedAt: epochMs('applied_at').notNull(),
    startedAt: epochMs('started_at'),
    dueAt: epochMs('due_at'),
    /** That it is due was announced. */
    reminded: boolean().notNull(),
    endedAt: epochMs('ended_at'),
  },
  (table) => [
    index('loans_owner').on(table.owner, table.id),
    index('loans_open')
      .on(table.owner, table.id)
      .where(sql`${table.state} IN ('under-review', 'running', 'selling')`),
    index('loans_next')
      .on(table.nextAt, table.id)
      .where(sql`${table.nextAt} IS NOT NULL`),
    index('loans_stalled')
      .on(table.stalledAt)
      .where(sql`${table.stalledAt} IS NOT NULL`),
    index('loans_watch')
      .on(table.collateral, table.watchPrice)
      .where(sql`${table.state} = 'running'`),
    index('loans_calm')
      .on(table.collateral, table.calmPrice)
      .where(sql`${table.state} = 'running' AND ${table.calmPrice} IS NOT NULL`),
    check(
      'loans_amounts',
      sql`${table.principal} >= 0 AND ${table.interest} >= 0 AND ${table.locked} >= 0 AND ${table.amount} > 0`,
    ),
    check(
      'loans_ended',
      sql`${table.state} NOT IN ('refused', 'repaid', 'written-off') OR (${table.principal} = 0 AND ${table.interest} = 0 AND ${table.locked} = 0 AND ${table.nextAt} IS NULL)`,
    ),
    check('loans_selling', sql`(${table.state} = 'selling') = (${table.saleOf} IS NOT NULL)`),
  ],
);

/**
 * What is lent out to people of each coin: the principal of all loans that run or are being sold. A trigger adds up every
 * change of it as its transaction commits, so that nobody has to read all loans for it.
 */
export const loanLent = pgTable(
  'loan_lent',
  {
    asset: text().primaryKey(),
    units: bigint({ mode: 'bigint' }).notNull(),
  },
  (table) => [check('loan_lent_not_negative', sql`${table.units} >= 0`)],
);

/** Slices of collateral that were put into the spot book. One of a loan is open at a time. */
export const loanSales = pgTable(
  'loan_sales',
  {
    id: bigint({ mode: 'bigint' }).generatedByDefaultAsIdentity().primaryKey(),
    loan: bigint({ mode: 'bigint' })
      .notNull()
      .references(() => loans.id),
    asset: text().notNull(),
    /** Which sale of its loan it is of, from 1 on; 0 of those before sales were numbered. */
    nth: smallint().notNull().default(0),
    units: bigint({ mode: 'bigint' }).notNull(),
    /** `open` until its order is accounted for. */
    state: text({ enum: ['open', 'settled'] }).notNull(),
    sold: bigint({ mode: 'bigint' }).notNull(),
    proceeds: bigint({ mode: 'bigint' }).notNull(),
    order: bigint('order_id', { mode: 'bigint' }),
    at: epochMs().notNull(),
  },
  (table) => [
    index('loan_sales_loan').on(table.loan, table.id),
    uniqueIndex('loan_sales_one_open')
      .on(table.loan)
      .where(sql`${table.state} = 'open'`),
    check('loan_sales_sold', sql`${table.sold} >= 0 AND ${table.sold} <= ${table.units} AND ${table.units} > 0`),
  ],
);

/** What happened to loans. Append-only. */
export const loanEvents = pgTable(
  'loan_events',
  {
    id: bigint({ mode: 'bigint' }).generatedByDefaultAsIdentity().primaryKey(),
    loan: bigint({ mode: 'bigint' })
      .notNull()
      .references(() => loans.id),
    owner: bigint({ mode: 'bigint' }).notNull(),
    kind: text({
      enum: ['paid-out', 'repaid', 'topped-up', 'warned', 'sold', 'released', 'taken-over', 'written-off'],
    }).notNull(),
    asset: text().notNull(),
    amount: bigint({ mode: 'bigint' }).notNull(),
    /** What of it repaid the loan. */
    paid: bigint({ mode: 'bigint' }),
    /** Of one coin of collateral. */
    price: bigint({ mode: 'bigint' }),
    owed: bigint({ mode: 'bigint' }).notNull(),
    /** Full hours that had borne interest by then; null of events before they were written down. */
    hours: integer(),
    order: bigint('order_id', { mode: 'bigint' }),
    at: epochMs().notNull(),
  },
  (table) => [index('loan_events_loan').on(table.loan, table.id), index('loan_events_owner').on(table.owner, table.id)],
);
