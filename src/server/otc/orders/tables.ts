import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, pgTable, text } from 'drizzle-orm/pg-core';
import { fiatOrderEnd, fiatOrderEvent, fiatOrderState } from '../../../protocol/entities/fiat-trade.ts';
import { paymentMethods } from '../../../protocol/fiat.ts';
import { epochMs } from '../../core/store/columns.ts';

const sides = ['buyer', 'seller'] as const;

/**
 * Fiat orders. The coins of an open one are in its escrow account, see `escrowOwner`. Units as in `adverts`. What the
 * sides have to know of each other is sealed and never changes.
 */
export const fiatOrders = pgTable(
  'fiat_orders',
  {
    id: bigint({ mode: 'bigint' }).generatedByDefaultAsIdentity().primaryKey(),
    advert: bigint({ mode: 'bigint' }).notNull(),
    merchant: bigint({ mode: 'bigint' }).notNull(),
    taker: bigint({ mode: 'bigint' }).notNull(),
    buyer: bigint({ mode: 'bigint' }).notNull(),
    seller: bigint({ mode: 'bigint' }).notNull(),
    asset: text().notNull(),
    currency: text().notNull(),
    units: bigint({ mode: 'bigint' }).notNull(),
    price: bigint({ mode: 'bigint' }).notNull(),
    /** What the buyer pays, in units of the currency. */
    amount: bigint({ mode: 'bigint' }).notNull(),
    method: text({ enum: paymentMethods }).notNull(),
    /** Where to pay, and both verified names. */
    sealed: text().notNull(),
    /** File id of the payee's QR code, which the buyer may see. */
    qr: text(),
    buyerNick: text('buyer_nick'),
    sellerNick: text('seller_nick'),
    terms: text().notNull(),
    state: text({ enum: fiatOrderState.options }).notNull(),
    payUntil: epochMs('pay_until').notNull(),
    /** When the exchange has to do something; null while it waits for somebody. */
    dueAt: epochMs('due_at'),
    createdAt: epochMs('created_at').notNull(),
    paidAt: epochMs('paid_at'),
    endedAt: epochMs('ended_at'),
    endedBy: text('ended_by', { enum: fiatOrderEnd.options }),
    appealedBy: text('appealed_by', { enum: sides }),
    appealedAt: epochMs('appealed_at'),
    answerUntil: epochMs('answer_until'),
    /** The arbiter's, which is applied when it is due. */
    decision: text({ enum: ['release', 'refund'] }),
    reason: text(),
    decidedBy: text('decided_by'),
    /** The side whose answer the arbiter waits for. */
    asked: text({ enum: sides }),
    /** What a decision takes of the losing side's merchant deposit, in units of its coin; what it took once it is applied. */
    penalty: bigint({ mode: 'bigint' })
      .notNull()
      .default(sql`0`),
    /** The taker's verdict on the merchant of a completed order; null while there is none. */
    positive: boolean(),
    updatedAt: epochMs('updated_at').notNull(),
  },
  (table) => [
    index('fiat_orders_buyer').on(table.buyer, table.id),
    index('fiat_orders_seller').on(table.seller, table.id),
    // Lists of one state, or of what is open, read no more than they show.
    index('fiat_orders_buyer_state').on(table.buyer, table.state, table.id),
    index('fiat_orders_seller_state').on(table.seller, table.state, table.id),
    index('fiat_orders_buyer_open')
      .on(table.buyer, table.id)
      .where(sql`ended_at IS NULL`),
    index('fiat_orders_seller_open')
      .on(table.seller, table.id)
      .where(sql`ended_at IS NULL`),
    index('fiat_orders_due')
      .on(table.dueAt)
      .where(sql`${table.dueAt} IS NOT NULL`),
    index('fiat_orders_open')
      .on(table.id)
      .where(sql`ended_at IS NULL`),
    index('fiat_orders_open_merchant')
      .on(table.merchant)
      .where(sql`ended_at IS NULL`),
    index('fiat_orders_open_taker')
      .on(table.taker)
      .where(sql`ended_at IS NULL`),
    index('fiat_orders_cancelled')
      .on(table.buyer, table.endedAt)
      .where(sql`ended_by = 'buyer'`),
    // The day's book of a user.
    index('fiat_orders_sold')
      .on(table.seller, table.endedAt)
      .where(sql`state = 'completed'`),
    index('fiat_orders_bought')
      .on(table.buyer, table.endedAt)
      .where(sql`state = 'completed'`),
    index('fiat_orders_ended').on(table.endedAt),
    index('fiat_orders_appeals')
      .on(table.id)
      .where(sql`state = 'appeal'`),
    index('fiat_orders_qr')
      .on(table.qr)
      .where(sql`${table.qr} IS NOT NULL`),
    check('fiat_orders_amounts', sql`${table.units} > 0 AND ${table.amount} > 0 AND ${table.price} > 0`),
    check('fiat_orders_penalty', sql`${table.penalty} >= 0`),
    check('fiat_orders_between_two', sql`${table.buyer} <> ${table.seller}`),
    check(
      'fiat_orders_ended_whole',
      sql`(${table.endedAt} IS NULL) = (${table.state} NOT IN ('completed', 'cancelled')) AND (${table.endedAt} IS NULL) = (${table.endedBy} IS NULL)`,
    ),
  ],
);

/** What happened to fiat orders. Append-only. */
export const fiatOrderEvents = pgTable(
  'fiat_order_events',
  {
    id: bigint({ mode: 'bigint' }).generatedByDefaultAsIdentity().primaryKey(),
    order: bigint('fiat_order', { mode: 'bigint' }).notNull(),
    what: text({ enum: fiatOrderEvent.entries.what.options }).notNull(),
    by: text({ enum: ['buyer', 'seller', 'arbiter', 'system'] }).notNull(),
    at: epochMs().notNull(),
  },
  (table) => [index('fiat_order_events_order').on(table.order, table.id)],
);

/** Pictures that a side attached to an order as evidence. */
export const fiatProofs = pgTable(
  'fiat_proofs',
  {
    file: text().primaryKey(),
    order: bigint('fiat_order', { mode: 'bigint' }).notNull(),
    by: text({ enum: sides }).notNull(),
    at: epochMs().notNull(),
  },
  (table) => [index('fiat_proofs_order').on(table.order, table.at)],
);

/** What the sides of an appeal say, and what its arbiter asks. Append-only. */
export const fiatStatements = pgTable(
  'fiat_statements',
  {
    id: bigint({ mode: 'bigint' }).generatedByDefaultAsIdentity().primaryKey(),
    order: bigint('fiat_order', { mode: 'bigint' }).notNull(),
    by: text({ enum: [...sides, 'arbiter'] }).notNull(),
    text: text().notNull(),
    at: epochMs().notNull(),
  },
  (table) => [index('fiat_statements_order').on(table.order, table.id)],
);
