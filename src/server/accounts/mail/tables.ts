import { bigint, index, integer, pgTable, text } from 'drizzle-orm/pg-core';

/** Emails and text messages to users, written in the transaction that causes them. */
export const outbox = pgTable(
  'outbox',
  {
    id: bigint({ mode: 'bigint' }).generatedByDefaultAsIdentity().primaryKey(),
    channel: text({ enum: ['email', 'sms'] }).notNull(),
    recipient: text().notNull(),
    subject: text().notNull(),
    /** Emptied once it was delivered: it carries a code. */
    body: text().notNull(),
    createdAt: bigint('created_at', { mode: 'number' }).notNull(),
    /** Expiry, after which it is not retried. */
    expiresAt: bigint('expires_at', { mode: 'number' }).notNull(),
    sentAt: bigint('sent_at', { mode: 'number' }),
    tries: integer().notNull().default(0),
    nextTryAt: bigint('next_try_at', { mode: 'number' }).notNull(),
  },
  (table) => [index('outbox_due').on(table.nextTryAt), index('outbox_created').on(table.createdAt)],
);
