import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { bytea, epochMs } from '#server/core/store/columns.ts';

/** Uploaded images, re-encoded by the exchange. Visible to their owner and to the reviewer. */
export const files = pgTable(
  'files',
  {
    /** 128 random bits, base64url: unguessable. */
    id: text().primaryKey(),
    owner: bigint({ mode: 'bigint' }).notNull(),
    purpose: text({
      enum: ['identity', 'voucher', 'avatar', 'work-order', 'chat', 'collection', 'listing', 'payment-proof'],
    }).notNull(),
    /** Null: stored elsewhere. */
    bytes: bytea(),
    width: integer().notNull(),
    height: integer().notNull(),
    at: epochMs().notNull(),
    /** The record it belongs to, as in `real-name 12`; null while unused. */
    usedBy: text('used_by'),
    /** The directory or bucket that holds the bytes, see `ObjectStore.place`; null: this row. */
    place: text(),
    /** Their object name there; never reused. */
    object: text(),
    /** Length in bytes; null, like the hash, in rows older than this column. */
    length: integer(),
    sha256: bytea(),
  },
  (table) => [
    index('files_unused')
      .on(table.at)
      .where(sql`${table.usedBy} IS NULL`),
    index('files_owner').on(table.owner, table.at),
    index('files_place').on(table.place, table.id),
    uniqueIndex('files_object').on(table.object),
    check(
      'files_bytes_are_somewhere',
      sql`CASE WHEN ${table.place} IS NULL THEN ${table.bytes} IS NOT NULL AND ${table.object} IS NULL
          ELSE ${table.bytes} IS NULL AND ${table.object} IS NOT NULL AND ${table.length} IS NOT NULL
               AND ${table.sha256} IS NOT NULL END`,
    ),
  ],
);

/** Objects outside PostgreSQL without a file, removed when due. See `object-removals.ts`. */
export const objectRemovals = pgTable(
  'object_removals',
  {
    object: text().primaryKey(),
    place: text().notNull(),
    dueAt: epochMs('due_at').notNull(),
    /** Removal has started: no file can claim it any more. */
    removing: boolean().notNull().default(false),
  },
  (table) => [index('object_removals_due').on(table.place, table.dueAt)],
);
