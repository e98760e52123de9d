import { bigint, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { epochMs } from '../store/columns.ts';

/** Answers of calls that moved money, by the key the user's app made for the request. */
export const idempotency = pgTable(
  'idempotency',
  {
    userId: bigint('user_id', { mode: 'bigint' }).notNull(),
    /** Name of the call, as in `POST currency`. */
    call: text().notNull(),
    key: text().notNull(),
    bodyHash: text('body_hash').notNull(),
    answer: jsonb().notNull(),
    at: epochMs().notNull(),
  },
  // No index by time: the purge scans ranges of blocks, so that writers pay for no index.
  (table) => [primaryKey({ columns: [table.userId, table.call, table.key] })],
);
