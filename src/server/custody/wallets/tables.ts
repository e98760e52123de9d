import { bigint, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { epochMs } from '#server/core/store/columns.ts';

/** When each user last took each practice coin. */
export const faucetTakes = pgTable(
  'faucet_takes',
  {
    userId: bigint('user_id', { mode: 'bigint' }).notNull(),
    asset: text().notNull(),
    at: epochMs().notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.asset] })],
);
