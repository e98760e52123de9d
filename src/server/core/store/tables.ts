import { sql } from 'drizzle-orm';
import { bigint, check, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { epochMs } from './columns.ts';

/**
 * The owner of the data, in one row. Every server that takes over the data, or regains it after losing its connection,
 * raises the epoch. A connection is only used in the epoch it was made in.
 */
export const serverEpoch = pgTable(
  'server_epoch',
  {
    id: integer().primaryKey().default(1),
    epoch: bigint({ mode: 'number' }).notNull(),
    /** Identifies the process for its lifetime. */
    owner: text().notNull(),
    at: epochMs().notNull(),
    /** Which data this is: epochs are only compared within one identity. See `identity.ts`. */
    identity: uuid().notNull().defaultRandom(),
    identitySince: epochMs('identity_since').notNull().default(0),
    /** The PostgreSQL and its timeline that the identity was last confirmed on; another one renews it. */
    history: text().notNull().default(''),
  },
  (table) => [check('server_epoch_is_one_row', sql`${table.id} = 1`)],
);
