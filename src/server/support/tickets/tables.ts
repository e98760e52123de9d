import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { epochMs } from '#server/core/store/columns.ts';

/** Tickets: users' requests to customer service. Their text never changes; their state does. */
export const tickets = pgTable(
  'work_orders',
  {
    id: bigint({ mode: 'bigint' }).generatedByDefaultAsIdentity().primaryKey(),
    owner: bigint({ mode: 'bigint' }).notNull(),
    /** Made by the device: the same order sent twice is one order. */
    clientId: text('client_id').notNull(),
    title: text().notNull(),
    description: text().notNull(),
    /** File ids. */
    images: text().array().notNull(),
    state: text({ enum: ['open', 'answered', 'waiting', 'closed'] })
      .notNull()
      .default('open'),
    at: epochMs().notNull(),
    updatedAt: bigint('updated_at', { mode: 'number' }).notNull(),
    closedAt: bigint('closed_at', { mode: 'number' }),
    /** The newest reply of customer service, and the newest one the user has seen; 0 for none. */
    lastAnswer: bigint('last_answer', { mode: 'bigint' })
      .notNull()
      .default(sql`0`),
    seenAnswer: bigint('seen_answer', { mode: 'bigint' })
      .notNull()
      .default(sql`0`),
    userReplies: integer('person_replies').notNull().default(0),
    supportReplies: integer('support_replies').notNull().default(0),
    /** Operator action that the user has not been notified of yet. */
    unannounced: text('untold', { enum: ['answered', 'closed'] }),
  },
  (table) => [
    uniqueIndex('work_orders_client_id').on(table.owner, table.clientId),
    index('work_orders_owner').on(table.owner, table.updatedAt, table.id),
    index('work_orders_under_way')
      .on(table.owner, table.updatedAt, table.id)
      .where(sql`${table.state} <> 'closed' OR ${table.lastAnswer} > ${table.seenAnswer}`),
    index('work_orders_untold')
      .on(table.id)
      .where(sql`${table.unannounced} IS NOT NULL`),
    index('work_orders_for_support')
      .on(table.updatedAt)
      .where(sql`${table.state} IN ('open', 'waiting')`),
    check('work_orders_closed', sql`(${table.state} = 'closed') = (${table.closedAt} IS NOT NULL)`),
  ],
);

/** Replies to a ticket. Append-only. */
export const ticketReplies = pgTable(
  'work_order_replies',
  {
    id: bigint({ mode: 'bigint' }).generatedByDefaultAsIdentity().primaryKey(),
    ticket: bigint('work_order', { mode: 'bigint' })
      .notNull()
      .references(() => tickets.id),
    /** The owner of the order; client ids are unique per owner. */
    owner: bigint({ mode: 'bigint' }).notNull(),
    /** Null for customer service. */
    clientId: text('client_id'),
    author: text({ enum: ['person', 'support'] }).notNull(),
    kind: text({ enum: ['text', 'closed'] }).notNull(),
    text: text().notNull(),
    images: text().array().notNull(),
    at: epochMs().notNull(),
  },
  (table) => [
    uniqueIndex('work_order_replies_client_id').on(table.owner, table.clientId),
    index('work_order_replies_work_order').on(table.ticket, table.id),
    check('work_order_replies_author', sql`(${table.author} = 'person') = (${table.clientId} IS NOT NULL)`),
  ],
);

/** Who did what to a ticket and when. Append-only. */
export const ticketLog = pgTable(
  'work_order_log',
  {
    id: bigint({ mode: 'bigint' }).generatedByDefaultAsIdentity().primaryKey(),
    ticket: bigint('work_order', { mode: 'bigint' })
      .notNull()
      .references(() => tickets.id),
    at: epochMs().notNull(),
    who: text().notNull(),
    what: text({ enum: ['opened', 'replied', 'reopened', 'looked', 'answered', 'closed'] }).notNull(),
    reason: text().notNull(),
  },
  (table) => [index('work_order_log_work_order').on(table.ticket)],
);
