import { sql } from 'drizzle-orm';
import { bigint, index, integer, pgTable, primaryKey, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { epochMs } from '../../core/store/columns.ts';

/** Blocks of the built-in test chain, one per height: a reorganisation replaces them. */
export const testChainBlocks = pgTable('test_chain_blocks', {
  height: integer().primaryKey(),
  hash: text().notNull().unique(),
  parent: text().notNull(),
  at: epochMs().notNull(),
});

/** Payments on the test chain: in a block, or waiting for one. */
export const testChainPayments = pgTable(
  'test_chain_payments',
  {
    hash: text().primaryKey(),
    /** Null while it waits to be mined. */
    height: integer(),
    receiver: text().notNull(),
    asset: text().notNull(),
    units: bigint({ mode: 'bigint' }).notNull(),
    /** Of the paying account; null for a payment of the faucet. */
    nonce: integer(),
    /** What it offers to be mined: a transfer with the same nonce takes its place for more. */
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

/** How often each user had each coin from the faucet of the test chain since a window began. */
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
