import { sql } from 'drizzle-orm';
import { bigint, index, pgTable, text } from 'drizzle-orm/pg-core';
import { paymentMethods } from '#protocol/p2p/currencies.ts';
import { epochMs } from '#server/core/store/columns.ts';

/** Accounts that buyers pay into. Details are encrypted; orders carry their own copy. */
export const collectionMethods = pgTable(
  'collection_methods',
  {
    id: bigint({ mode: 'bigint' }).generatedByDefaultAsIdentity().primaryKey(),
    owner: bigint({ mode: 'bigint' }).notNull(),
    method: text({ enum: paymentMethods }).notNull(),
    /** The details (`AccountDetails`), sealed for their owner. */
    sealed: text().notNull(),
    /** File id of the picture of its QR code. */
    qr: text(),
    createdAt: epochMs('created_at').notNull(),
    /** Removed by its owner: it is offered no more. */
    removedAt: epochMs('removed_at'),
  },
  (table) => [
    index('collection_methods_owner')
      .on(table.owner, table.id)
      .where(sql`${table.removedAt} IS NULL`),
  ],
);
