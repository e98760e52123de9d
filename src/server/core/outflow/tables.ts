import { sql } from 'drizzle-orm';
import { bigint, check, index, pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { epochMs } from '../store/columns.ts';

/**
 * Value that has to stay with its owner for a time: a row for each P2P order in which coins were bought. It counts while
 * `until` is ahead, and is removed some time after.
 */
export const valueHolds = pgTable(
  'value_holds',
  {
    owner: bigint({ mode: 'bigint' }).notNull(),
    order: bigint('fiat_order', { mode: 'bigint' }).notNull(),
    /** What was bought at the index price of that time, in the smallest unit of USDT. */
    value: bigint({ mode: 'bigint' }).notNull(),
    until: epochMs().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.owner, table.order] }),
    index('value_holds_until').on(table.until),
    check('value_holds_value', sql`${table.value} > 0`),
  ],
);
