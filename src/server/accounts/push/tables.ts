import { bigint, bigserial, boolean, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { sessions } from '../account/tables.ts';
import { notices } from '../notices/tables.ts';
import { epochMs } from '#server/core/store/columns.ts';

/** Push subscriptions: one per session, deleted with it. */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    session: bigint({ mode: 'bigint' })
      .primaryKey()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    owner: bigint({ mode: 'bigint' }).notNull(),
    /** Push service endpoint of the browser; useless without the exchange's key. */
    endpoint: text().notNull().unique(),
    /** Public key and secret of the device: what is sent is encrypted for it. */
    p256dh: text().notNull(),
    auth: text().notNull(),
    /** Kinds of notices the user wants. */
    kinds: text().array().notNull(),
    /** Whether amounts may be shown on a locked screen. */
    amounts: boolean().notNull(),
    language: text().notNull(),
    at: epochMs().notNull(),
  },
  (table) => [index('push_subscriptions_owner').on(table.owner)],
);

/** Messages on their way to devices. */
export const pushMessages = pgTable(
  'push_messages',
  {
    id: bigserial({ mode: 'bigint' }).primaryKey(),
    session: bigint({ mode: 'bigint' })
      .notNull()
      .references(() => pushSubscriptions.session, { onDelete: 'cascade' }),
    notice: bigint({ mode: 'bigint' })
      .notNull()
      .references(() => notices.id, { onDelete: 'cascade' }),
    /** Time of the next attempt. */
    dueAt: epochMs('due_at').notNull(),
    tries: integer().notNull().default(0),
  },
  (table) => [
    index('push_messages_due').on(table.dueAt),
    index('push_messages_session').on(table.session),
    // Messages are purged with their notice.
    index('push_messages_notice').on(table.notice),
  ],
);
