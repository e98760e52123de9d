import { sql } from 'drizzle-orm';
import { bigint, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { bytea, epochMs } from '../store/columns.ts';

/** Images people uploaded, as the exchange wrote them anew. Seen by their owner and by the reviewer. */
export const files = pgTable(
  'files',
  {
    /** 128 random bits, base64url: nobody guesses one, and guessing gains nothing. */
    id: text().primaryKey(),
    owner: bigint({ mode: 'bigint' }).notNull(),
    purpose: text({ enum: ['identity', 'voucher', 'avatar', 'work-order', 'chat'] }).notNull(),
    bytes: bytea().notNull(),
    width: integer().notNull(),
    height: integer().notNull(),
    at: epochMs().notNull(),
    /** What it belongs to, as in `real-name 12`; null for as long as nothing uses it. */
    usedBy: text('used_by'),
  },
  (table) => [
    index('files_unused')
      .on(table.at)
      .where(sql`${table.usedBy} IS NULL`),
    index('files_owner').on(table.owner, table.at),
  ],
);
