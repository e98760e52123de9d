import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { bytea, epochMs } from '../../core/store/columns.ts';

/** Images users uploaded, as the exchange wrote them again. Seen by their owner and by the reviewer. */
export const files = pgTable(
  'files',
  {
    /** 128 random bits, base64url: nobody guesses one, and guessing gains nothing. */
    id: text().primaryKey(),
    owner: bigint({ mode: 'bigint' }).notNull(),
    purpose: text({ enum: ['identity', 'voucher', 'avatar', 'work-order', 'chat'] }).notNull(),
    /** Null: they lie in another place. */
    bytes: bytea(),
    width: integer().notNull(),
    height: integer().notNull(),
    at: epochMs().notNull(),
    /** What it belongs to, as in `real-name 12`; null for as long as nothing uses it. */
    usedBy: text('used_by'),
    /** The directory or bucket that holds the bytes, see `ObjectStore.place`; null: this row. */
    place: text(),
    /** What they are called there; never used for other bytes. */
    object: text(),
    /** Bytes; null where the row is older than this column, as its hash. */
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

/** Objects outside of PostgreSQL that no file names: they are removed when they are due. See `object-removals.ts`. */
export const objectRemovals = pgTable(
  'object_removals',
  {
    object: text().primaryKey(),
    place: text().notNull(),
    dueAt: epochMs('due_at').notNull(),
    /** It was taken up: no file can claim it any more. */
    removing: boolean().notNull().default(false),
  },
  (table) => [index('object_removals_due').on(table.place, table.dueAt)],
);
