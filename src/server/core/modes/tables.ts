import { sql } from 'drizzle-orm';
import { bigint, check, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { epochMs } from '../store/columns.ts';

/** The identity of the data, in one row: the mode it was first opened in, which is the only one that may open it. */
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
  /** The chain id reported by the node, as in 1 for Ethereum. */
  networkId: bigint('network_id', { mode: 'number' }).notNull(),
  since: epochMs().notNull(),
});
