import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { RobotParameters } from '#protocol/robots/entities/parameters.ts';
import { strategyNames } from '#protocol/robots/maths/strategy.ts';
import { robotClosing } from '#protocol/robots/entities/robots.ts';
import { epochMs } from '#server/core/store/columns.ts';

const units = (name: string) => bigint(name, { mode: 'bigint' });

/**
 * Robots, from start to end, each with its first coin. Money in the smallest units of `quote`, coins in those of `base`;
 * prices to watch for in ticks. What a robot holds is also in the ledger, under `robotOwner`; here it stands as of the fills
 * accounted for.
 */
export const robots = pgTable(
  'robots',
  {
    id: bigint({ mode: 'bigint' }).generatedByDefaultAsIdentity().primaryKey(),
    owner: bigint({ mode: 'bigint' }).notNull(),
    name: text().notNull(),
    strategy: text({ enum: strategyNames }).notNull(),
    pair: text().notNull(),
    base: text().notNull(),
    quote: text().notNull(),
    state: text({ enum: ['running', 'paused', 'stopping', 'stopped'] }).notNull(),
    cause: text({ enum: ['user', 'halt', 'stop-loss', 'take-profit', 'delisted'] }),
    parameters: jsonb().$type<RobotParameters>().notNull(),
    stopLoss: units('stop_loss'),
    takeProfit: units('take_profit'),
    putIn: units('put_in').notNull(),
    quoteHeld: units('quote_held').notNull(),
    baseHeld: units('base_held').notNull(),
    /** What the coins held cost, and the trading fees that were paid for them. */
    cost: units('cost').notNull(),
    costFees: units('cost_fees').notNull(),
    realized: units('realized').notNull(),
    fees: units('fees').notNull(),
    /** What it made after the fees of what was sold: what is realized less all fees but those of the coins held. */
    net: units('net')
      .notNull()
      .default(sql`0`),
    trades: integer().notNull(),
    /** Sales of its strategy that were filled. */
    pairs: integer().notNull(),
    /** Positions of a grid on a contract that were liquidated, in part or in full. */
    liquidated: integer().notNull().default(0),
    /** Purchases that were filled since it held no coin. */
    bought: integer().notNull(),
    /** What its strategy remembers; null before its first start. */
    memory: jsonb(),
    /** What is due once none of its orders rests: its strategy starts, or goes on after a pause. */
    begin: text({ enum: ['start', 'resume'] }),
    /** Orders of its strategy are numbered above this one. */
    refBase: integer('ref_base').notNull(),
    lastRef: integer('last_ref').notNull(),
    watchBelow: bigint('watch_below', { mode: 'number' }),
    watchAbove: bigint('watch_above', { mode: 'number' }),
    /** Start of the last candle it heard of. */
    candleAt: epochMs('candle_at'),
    /** Whether its coins are kept at its end; null while it is not asked to end. */
    keep: boolean(),
    serviceFeePpm: integer('service_fee_ppm').notNull(),
    /**
     * Which use of its product it is, from 1 on: of all users, and of its owner. A product is a strategy on a first pair. The
     * newest of either is how often it was used; no two robots have the same one, and none is left out (`guards.sql`, `audit.ts`).
     */
    productUse: integer('product_use').notNull().default(0),
    ownUse: integer('own_use').notNull().default(0),
    /** The highest value so far on which the service fee was charged; at first what was put in. */
    chargedTo: units('charged_to').notNull(),
    serviceFee: units('service_fee').notNull(),
    /** What it returned, less the service fee, at the last price of its end. */
    returned: units('returned'),
    /** When it is looked at without being called. */
    nextAt: epochMs('next_at'),
    /** When it ends by itself, because the end of one of its pairs is announced, which its owner was notified of; else null. */
    endsAt: epochMs('ends_at'),
    /** When its value is taken next. */
    valueAt: epochMs('value_at'),
    /** The day of the product that runs, and what it began with. */
    day: integer().notNull(),
    dayValue: units('day_value').notNull(),
    dayFees: units('day_fees').notNull(),
    dayTrades: integer('day_trades').notNull(),
    startedAt: epochMs('started_at').notNull(),
    changedAt: epochMs('changed_at').notNull(),
    /** When anything of the row changed last. */
    updatedAt: epochMs('updated_at').notNull(),
    endedAt: epochMs('ended_at'),
  },
  (table) => [
    index('robots_owner').on(table.owner, table.id),
    index('robots_open')
      .on(table.owner, table.id)
      .where(sql`${table.state} <> 'stopped'`),
    index('robots_pair_open')
      .on(table.pair, table.id)
      .where(sql`${table.state} <> 'stopped'`),
    index('robots_value_at')
      .on(table.valueAt, table.id)
      .where(sql`${table.valueAt} IS NOT NULL`),
    index('robots_ended')
      .on(table.endedAt)
      .where(sql`${table.endedAt} IS NOT NULL`),
    check(
      'robots_held',
      sql`${table.putIn} > 0 AND ${table.quoteHeld} >= 0 AND ${table.baseHeld} >= 0 AND ${table.cost} >= 0 AND ${table.fees} >= 0`,
    ),
    check(
      'robots_stopped',
      sql`(${table.state} = 'stopped') = (${table.endedAt} IS NOT NULL) AND (${table.state} <> 'stopped' OR (${table.quoteHeld} = 0 AND ${table.baseHeld} = 0 AND ${table.returned} IS NOT NULL AND ${table.valueAt} IS NULL))`,
    ),
    check('robots_paused', sql`(${table.state} = 'running') = (${table.cause} IS NULL)`),
  ],
);

/** Further coins of baskets, in the order of their parameters; the first one stands in `robots`. */
export const robotCoins = pgTable(
  'robot_coins',
  {
    robot: bigint({ mode: 'bigint' })
      .notNull()
      .references(() => robots.id),
    /** Its place in the basket, from 1 on. */
    coin: integer().notNull(),
    pair: text().notNull(),
    base: text().notNull(),
    held: units('held').notNull(),
    /** What is held cost, and the trading fees that were paid for it. */
    cost: units('cost').notNull(),
    costFees: units('cost_fees').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.robot, table.coin] }),
    check('robot_coins_held', sql`${table.coin} > 0 AND ${table.held} >= 0 AND ${table.cost} >= 0`),
  ],
);

/**
 * Orders that a robot wants in the book or has there, with what of them is accounted for. A row is written before its order
 * is sent, and goes once the end of the order, and of the position it opened, is accounted for.
 */
export const robotOrders = pgTable(
  'robot_orders',
  {
    robot: bigint({ mode: 'bigint' })
      .notNull()
      .references(() => robots.id),
    ref: integer().notNull(),
    pair: text().notNull().default(''),
    /** Of its strategy, or a slice of the sale at its end. */
    purpose: text({ enum: ['strategy', 'sale'] }).notNull(),
    side: text({ enum: ['buy', 'sell'] }).notNull(),
    /** Null for a market order. */
    ticks: bigint({ mode: 'number' }),
    lots: bigint({ mode: 'number' }).notNull(),
    /** Whether it is to leave the book. */
    leaving: boolean().notNull(),
    /** Its id in the book, once known. */
    order: bigint('order_id', { mode: 'number' }),
    filled: units('filled').notNull(),
    filledTotal: units('filled_total').notNull(),
    fee: units('fee').notNull(),
    /** On a contract: the leverage of the position it opens, and the mark price at which that takes its profit; else null. */
    leverage: integer(),
    closesAt: bigint('closes_at', { mode: 'number' }),
    /** Whether it may be in the book; false once only the position that it opened is left. */
    rests: boolean().notNull().default(true),
    /** Of the position: its closing and overnight fees; `fee` is that of its opening. */
    laterFee: units('later_fee')
      .notNull()
      .default(sql`0`),
    /** Base that was closed of it, and what that made less what liquidations took, before fees. */
    closed: units('closed')
      .notNull()
      .default(sql`0`),
    realized: units('realized')
      .notNull()
      .default(sql`0`),
  },
  (table) => [
    primaryKey({ columns: [table.robot, table.ref] }),
    check(
      'robot_orders_lots',
      sql`${table.lots} > 0 AND ${table.filled} >= 0 AND ${table.closed} BETWEEN 0 AND ${table.filled}`,
    ),
  ],
);

/** Fills as robots accounted for them. Append-only. */
export const robotTrades = pgTable(
  'robot_trades',
  {
    id: bigint({ mode: 'bigint' }).generatedByDefaultAsIdentity().primaryKey(),
    robot: bigint({ mode: 'bigint' })
      .notNull()
      .references(() => robots.id),
    ref: integer().notNull(),
    pair: text().notNull().default(''),
    side: text({ enum: ['buy', 'sell'] }).notNull(),
    price: units('price').notNull(),
    amount: units('amount').notNull(),
    total: units('total').notNull(),
    /** In quote. */
    fee: units('fee').notNull(),
    /** Of a sale: what one of its coins cost, and what it made after both fees. */
    boughtAt: units('bought_at'),
    net: units('net'),
    /** Of the closing of a position: why. */
    closing: text({ enum: robotClosing.options }),
    at: epochMs().notNull(),
  },
  (table) => [
    index('robot_trades_robot').on(table.robot, table.id),
    // Fills of one order are what it was filled with.
    index('robot_trades_ref').on(table.robot, table.ref),
  ],
);

/** What robots were worth, hour by hour. */
export const robotValues = pgTable(
  'robot_values',
  {
    robot: bigint({ mode: 'bigint' }).notNull(),
    at: epochMs().notNull(),
    value: units('value').notNull(),
  },
  (table) => [primaryKey({ columns: [table.robot, table.at] }), index('robot_values_at').on(table.at)],
);

/** Days of robots that are over, or that they ended in. */
export const robotDays = pgTable(
  'robot_days',
  {
    robot: bigint({ mode: 'bigint' }).notNull(),
    /** Of the product, see `product-day.ts`. */
    day: integer().notNull(),
    owner: bigint({ mode: 'bigint' }).notNull(),
    income: units('income').notNull(),
    fees: units('fees').notNull(),
    trades: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.robot, table.day] }), index('robot_days_owner').on(table.owner, table.day)],
);

/** What robots of all users made by strategy and pair, in millionths of what was put in. */
export const robotRecords = pgTable(
  'robot_records',
  {
    strategy: text({ enum: strategyNames }).notNull(),
    pair: text().notNull(),
    robots: integer().notNull(),
    median: units('median').notNull(),
    worstTenth: units('worst_tenth').notNull(),
    bestTenth: units('best_tenth').notNull(),
    at: epochMs().notNull(),
  },
  (table) => [primaryKey({ columns: [table.strategy, table.pair] })],
);

/** A further coin of a basket as it is stored. */
export type CoinRow = typeof robotCoins.$inferSelect;

/** A robot as it is stored, with the further coins of a basket in their order. */
export type RobotRow = typeof robots.$inferSelect & { readonly others: readonly CoinRow[] };

/** An order that a robot wants or has in the book. */
export type RobotOrderRow = typeof robotOrders.$inferSelect;

/** A fill of a robot. */
export type RobotTradeRow = typeof robotTrades.$inferSelect;
