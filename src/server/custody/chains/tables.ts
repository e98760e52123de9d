import { sql } from 'drizzle-orm';
import { bigint, index, integer, pgTable, primaryKey, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { epochMs } from '#server/core/store/columns.ts';

/** Blocks of the built-in test chain, one per height: a reorganisation replaces them. */
export const testChainBlocks = pgTable('test_chain_blocks', {
  height: integer().primaryKey(),
  hash: text().notNull().unique(),
  parent: text().notNull(),
  at: epochMs().notNull(),
});

/** Payments on the test chain, mined or pending. */
export const testChainPayments = pgTable(
  'test_chain_payments',
  {
    hash: text().primaryKey(),
    /** Null while pending. */
    height: integer(),
    receiver: text().notNull(),
    asset: text().notNull(),
    units: bigint({ mode: 'bigint' }).notNull(),
    /** Of the paying account; null for a payment of the faucet. */
    nonce: integer(),
    /** Its fee: a transfer with the same nonce and a higher fee replaces it. */
    fee: integer().notNull().default(0),
    at: epochMs().notNull(),
  },
  (table) => [
    index('test_chain_payments_height').on(table.height),
    uniqueIndex('test_chain_payments_nonce')
      .on(table.nonce)
      .where(sql`nonce IS NOT NULL`),
  ],
);

/** Faucet uses of the test chain per user and coin in the current window. */
export const testFaucetTakes = pgTable(
  'test_faucet_takes',
  {
    userId: bigint('user_id', { mode: 'bigint' }).notNull(),
    asset: text().notNull(),
    windowFrom: bigint('window_from', { mode: 'number' }).notNull(),
    taken: smallint().notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.asset] })],
);
