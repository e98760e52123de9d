import { sql } from 'drizzle-orm';
import { bigint, check, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { epochMs } from '../store/columns.ts';

/** What the data is, in one row: the mode that it was first opened in, which is the only one that opens it. */
export const storeIdentity = pgTable(
  'store_identity',
  {
    id: integer().primaryKey().default(1),
    mode: text({ enum: ['practice', 'live'] }).notNull(),
    createdAt: epochMs('created_at').notNull(),
  },
  (table) => [
    check('store_identity_is_one_row', sql`${table.id} = 1`),
    check('store_identity_mode', sql`${table.mode} IN ('practice', 'live')`),
  ],
);

/** The network that each chain of the data was first followed on. Blocks, deposits and nonces belong to that one. */
export const storeChains = pgTable('store_chains', {
  chain: text().primaryKey(),
  /** The chain id that the node gave, as in 1 for Ethereum. */
  networkId: bigint('network_id', { mode: 'number' }).notNull(),
  since: epochMs().notNull(),
});
