import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { epochMs } from '#server/core/store/columns.ts';

const units = (name: string) => bigint(name, { mode: 'bigint' }).notNull();
const id = () => bigint({ mode: 'number' }).primaryKey();
const ticks = (name: string) => bigint(name, { mode: 'number' });
const owner = () => bigint({ mode: 'bigint' }).notNull();
const side = () => text({ enum: ['long', 'short'] }).notNull();

/** Orders of contracts, including ended ones. Prices in ticks and sizes in lots of their contract. */
export const contractOrders = pgTable(
  'contract_orders',
  {
    id: id(),
    owner: owner(),
    contract: text().notNull(),
    side: side(),
    type: text({ enum: ['limit', 'market'] }).notNull(),
    priceTicks: ticks('price_ticks'),
    lots: integer().notNull(),
    filledLots: integer('filled_lots').notNull(),
    leverage: integer().notNull(),
    takeProfitTicks: ticks('take_profit_ticks').notNull(),
    stopLossTicks: ticks('stop_loss_ticks').notNull(),
    reserve: units('reserve'),
    status: text({ enum: ['open', 'filled', 'cancelled'] }).notNull(),
    createdAt: bigint('created_at', { mode: 'number' }).notNull(),
    updatedAt: bigint('updated_at', { mode: 'number' }).notNull(),
  },
  (table) => [
    index('contract_orders_open')
      .on(table.contract, table.id)
      .where(sql`status = 'open'`),
    index('contract_orders_owner').on(table.owner, table.id),
  ],
);

/** Positions, including closed ones, whose `lots` is 0. Money in the smallest unit of the settling coin. */
export const contractPositions = pgTable(
  'contract_positions',
  {
    id: id(),
    owner: owner(),
    contract: text().notNull(),
    side: side(),
    leverage: integer().notNull(),
    lots: integer().notNull(),
    cost: units('cost'),
    margin: units('margin'),
    takeProfitTicks: ticks('take_profit_ticks'),
    stopLossTicks: ticks('stop_loss_ticks'),
    openedLots: integer('opened_lots').notNull(),
    openedCost: units('opened_cost'),
    openFee: units('open_fee'),
    closeFee: units('close_fee'),
    overnightFee: units('overnight_fee'),
    openFeeClosed: units('open_fee_closed').default(sql`0`),
    overnightFeeClosed: units('overnight_fee_closed').default(sql`0`),
    insurance: units('insurance').default(sql`0`),
    realised: units('realised'),
    chargedDay: integer('charged_day').notNull(),
    warned: boolean().notNull().default(false),
    warnedAt: bigint('warned_at', { mode: 'number' }).notNull().default(0),
    openedAt: bigint('opened_at', { mode: 'number' }).notNull(),
    updatedAt: bigint('updated_at', { mode: 'number' }).notNull(),
  },
  (table) => [
    index('contract_positions_open')
      .on(table.contract, table.id)
      .where(sql`lots > 0`),
    index('contract_positions_owner').on(table.owner, table.id),
    check('contract_positions_sound', sql`${table.lots} >= 0 AND ${table.margin} >= 0 AND ${table.cost} >= 0`),
  ],
);

/** Lots that were closed, each with its price and reason. Append-only. */
export const contractClosings = pgTable(
  'contract_closings',
  {
    id: id(),
    position: bigint({ mode: 'number' }).notNull(),
    owner: owner(),
    contract: text().notNull(),
    side: side(),
    lots: integer().notNull(),
    cost: units('cost'),
    priceTicks: ticks('price_ticks').notNull(),
    profit: units('profit'),
    fee: units('fee'),
    openFee: units('open_fee').default(sql`0`),
    overnightFee: units('overnight_fee').default(sql`0`),
    insurance: units('insurance'),
    reason: text({ enum: ['manual', 'forced', 'stop-loss', 'take-profit', 'deleveraged'] }).notNull(),
    at: epochMs().notNull(),
  },
  (table) => [
    index('contract_closings_owner').on(table.owner, table.id),
    index('contract_closings_position').on(table.position, table.id),
    index('contract_closings_fund')
      .on(table.id)
      .where(sql`insurance <> 0`),
  ],
);

/** Positions of the house makers per contract. */
export const netPositions = pgTable(
  'contract_nets',
  {
    owner: owner(),
    contract: text().notNull(),
    side: side(),
    lots: integer().notNull(),
    cost: units('cost'),
  },
  (table) => [primaryKey({ columns: [table.owner, table.contract] })],
);

/**
 * Fills of the contracts' books, with the positions that they opened or, of a taker, closed: 0 for a maker's quote, and null for
 * both in fills of before they were written.
 */
export const contractTrades = pgTable(
  'contract_trades',
  {
    id: id(),
    contract: text().notNull(),
    takerSide: text('taker_side', { enum: ['buy', 'sell'] }).notNull(),
    priceTicks: ticks('price_ticks').notNull(),
    lots: integer().notNull(),
    at: epochMs().notNull(),
    takerPosition: bigint('taker_position', { mode: 'number' }),
    makerPosition: bigint('maker_position', { mode: 'number' }),
  },
  (table) => [
    index('contract_trades_contract').on(table.contract, table.id),
    // The audit compares each position with its fills.
    index('contract_trades_taker')
      .on(table.takerPosition)
      .where(sql`taker_position > 0`),
    index('contract_trades_maker')
      .on(table.makerPosition)
      .where(sql`maker_position > 0`),
    index('contract_trades_unnamed')
      .on(table.id)
      .where(sql`taker_position IS NULL`),
  ],
);

/**
 * What owners are to be notified of: closings they did not ask for, summed up by position and kind as their notice is written,
 * and margin warnings. Written in the transaction of the event; each row becomes one notice and is removed in the same
 * transaction.
 */
export const contractNoticesDue = pgTable(
  'contract_notices_due',
  {
    position: bigint({ mode: 'number' }).notNull(),
    kind: text({ enum: ['forced', 'stop-loss', 'take-profit', 'deleveraged', 'margin-warning'] }).notNull(),
    owner: owner(),
    contract: text().notNull(),
    side: side(),
    /** Of a warning. */
    markTicks: ticks('mark_ticks'),
    liquidationTicks: ticks('liquidation_ticks'),
    /** When the first of them happened that no notice was written of. */
    at: epochMs().notNull(),
    dueAt: epochMs('due_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.position, table.kind] }), index('contract_notices_due_at').on(table.dueAt)],
);
