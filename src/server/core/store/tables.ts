import { sql } from 'drizzle-orm';
import { bigint, check, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { epochMs } from './columns.ts';

/**
 * Who owns the data, in one row. Every server that takes the data over, and every one that takes it again after it lost
 * its connection, raises the epoch. A connection is only used while the epoch is the one it was made in.
 */
export const serverEpoch = pgTable(
  'server_epoch',
  {
    id: integer().primaryKey().default(1),
    epoch: bigint({ mode: 'number' }).notNull(),
    /** Identifies the process, for as long as it lives. */
    owner: text().notNull(),
    at: epochMs().notNull(),
  },
  (table) => [check('server_epoch_is_one_row', sql`${table.id} = 1`)],
);
