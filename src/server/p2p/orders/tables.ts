import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, integer, numeric, pgTable, smallint, text } from 'drizzle-orm/pg-core';
import { p2pOrderEnd, p2pOrderEvent, p2pOrderState } from '#protocol/p2p/entities/trade.ts';
import { paymentMethods } from '#protocol/p2p/currencies.ts';
import { epochMs } from '#server/core/store/columns.ts';

const sides = ['buyer', 'seller'] as const;

/**
 * P2P orders. The coins of an open one are in its escrow account, see `escrowOwner`. Units as in `adverts`. What the
 * sides have to know of each other is sealed and never changes.
 */
export const p2pOrders = pgTable(
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
    /**
     * The places of coin and price together, less those of the amount; and what units times price are above the amount with as
     * many more places. Below zero, where an amount of money bought whole steps of the coin.
     */
    decimals: smallint(),
    rest: numeric({ mode: 'bigint', precision: 40, scale: 0 }),
    method: text({ enum: paymentMethods }).notNull(),
    /** Where to pay, and the buyer's verified name: bound to this order, its sides and its method. */
    sealed: text().notNull(),
    /** File id of the payee's QR code, which the buyer may see. */
    qr: text(),
    buyerNick: text('buyer_nick'),
    sellerNick: text('seller_nick'),
    terms: text().notNull(),
    state: text({ enum: p2pOrderState.options }).notNull(),
    payUntil: epochMs('pay_until').notNull(),
    /** When the exchange has to do something; null while it waits for somebody. */
    dueAt: epochMs('due_at'),
    createdAt: epochMs('created_at').notNull(),
    paidAt: epochMs('paid_at'),
    endedAt: epochMs('ended_at'),
    endedBy: text('ended_by', { enum: p2pOrderEnd.options }),
    /** The exchange where the order has a case. */
    appealedBy: text('appealed_by', { enum: [...sides, 'system'] }),
    appealedAt: epochMs('appealed_at'),
    answerUntil: epochMs('answer_until'),
    /** The arbiter's, which is applied when it is due. */
    decision: text({ enum: ['release', 'refund'] }),
    reason: text(),
    decidedBy: text('decided_by'),
    /** The side whose answer the arbiter waits for. */
    asked: text({ enum: sides }),
    /** What its end takes of a merchant deposit, in units of its coin; what it took once the order ended. */
    penalty: bigint({ mode: 'bigint' })
      .notNull()
      .default(sql`0`),
    /**
     * Which cancellation of its buyer in its day (UTC+8) the order was, those not paid in time included; null for one that
     * does not count.
     */
    cancelNumber: integer('cancel_number'),
    /** Of a cancelled one: whether its coins can be ordered of the advert again; null of those before it was kept. */
    offeredAgain: boolean('offered_again'),
    /** Why it does not count; see `cancellations/rules.ts`. */
    excuse: text({ enum: ['case', 'unanswered'] }),
    /** The buyer was asked when it was taken, and confirmed, that another cancellation costs (21002). */
    confirmed: boolean().notNull().default(false),
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
    index('fiat_orders_counted')
      .on(table.buyer, table.endedAt)
      .where(sql`cancel_number IS NOT NULL`),
    // What a user took today.
    index('fiat_orders_taken').on(table.taker, table.createdAt),
    // The day's book of a user.
    index('fiat_orders_sold')
      .on(table.seller, table.endedAt)
      .where(sql`state = 'completed'`),
    index('fiat_orders_bought')
      .on(table.buyer, table.endedAt)
      .where(sql`state = 'completed'`),
    index('fiat_orders_ended').on(table.endedAt),
    // What was ordered of an advert.
    index('fiat_orders_advert').on(table.advert),
    index('fiat_orders_appeals')
      .on(table.id)
      .where(sql`state = 'appeal'`),
    index('fiat_orders_qr')
      .on(table.qr)
      .where(sql`${table.qr} IS NOT NULL`),
    check('fiat_orders_amounts', sql`${table.units} > 0 AND ${table.amount} > 0 AND ${table.price} > 0`),
    check(
      'fiat_orders_priced',
      sql`${table.units}::numeric * ${table.price} = ${table.amount} * 10::numeric ^ ${table.decimals} + ${table.rest}`,
    ),
    check('fiat_orders_penalty', sql`${table.penalty} >= 0`),
    check('fiat_orders_between_two', sql`${table.buyer} <> ${table.seller}`),
    check(
      'fiat_orders_ended_whole',
      sql`(${table.endedAt} IS NULL) = (${table.state} NOT IN ('completed', 'cancelled')) AND (${table.endedAt} IS NULL) = (${table.endedBy} IS NULL)`,
    ),
  ],
);

/** What happened to P2P orders. Append-only. */
export const p2pOrderEvents = pgTable(
  'fiat_order_events',
  {
    id: bigint({ mode: 'bigint' }).generatedByDefaultAsIdentity().primaryKey(),
    order: bigint('fiat_order', { mode: 'bigint' }).notNull(),
    what: text({ enum: p2pOrderEvent.entries.what.options }).notNull(),
    by: text({ enum: ['buyer', 'seller', 'arbiter', 'system'] }).notNull(),
    at: epochMs().notNull(),
  },
  (table) => [index('fiat_order_events_order').on(table.order, table.id)],
);

/**
 * Orders that customer service looks after, because one of their sides may not trade any more: it may be unable to pay
 * or to release. Open until the order ends.
 */
export const p2pCases = pgTable(
  'fiat_cases',
  {
    order: bigint('fiat_order', { mode: 'bigint' }).primaryKey(),
    /** Whose trading ended. */
    owner: bigint({ mode: 'bigint' }).notNull(),
    why: text({ enum: ['account-disabled', 'identity-withdrawn', 'merchant-suspended'] }).notNull(),
    at: epochMs().notNull(),
    /** When both sides were notified; null while they are not. */
    announcedAt: epochMs('announced_at'),
  },
  (table) => [
    index('fiat_cases_unannounced')
      .on(table.order)
      .where(sql`${table.announcedAt} IS NULL`),
  ],
);

/** Pictures that a side attached to an order as evidence. Append-only. */
export const p2pProofs = pgTable(
  'fiat_proofs',
  {
    file: text().primaryKey(),
    order: bigint('fiat_order', { mode: 'bigint' }).notNull(),
    by: text({ enum: sides }).notNull(),
    at: epochMs().notNull(),
    /** Of the file, in hexadecimal digits: of the encrypted picture where there is a key; null in rows older than this column. */
    sha256: text(),
    /** The key that the picture is encrypted with; null in rows older than this column. */
    sealedWith: bigint('sealed_with', { mode: 'bigint' }).array(),
  },
  (table) => [index('fiat_proofs_order').on(table.order, table.at)],
);

/** What the sides of an appeal say, and what its arbiter asks. Append-only. */
export const p2pStatements = pgTable(
  'fiat_statements',
  {
    id: bigint({ mode: 'bigint' }).generatedByDefaultAsIdentity().primaryKey(),
    order: bigint('fiat_order', { mode: 'bigint' }).notNull(),
    by: text({ enum: [...sides, 'arbiter'] }).notNull(),
    /** Encrypted where there are keys. */
    text: text().notNull(),
    at: epochMs().notNull(),
    /** Keys that the text is encrypted with, see `accounts/evidence/`; null in rows older than this column. */
    sealedWith: bigint('sealed_with', { mode: 'bigint' }).array(),
  },
  (table) => [index('fiat_statements_order').on(table.order, table.id)],
);
