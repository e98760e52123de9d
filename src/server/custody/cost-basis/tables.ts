import { bigint, jsonb, pgTable } from 'drizzle-orm/pg-core';
import { epochMs } from '#server/core/store/columns.ts';

/** Cost of one coin as it is stored: units of the ledger, and USDT in units of 18 places or null when it is unknown. */
export interface StoredCost {
  readonly units: string;
  readonly cost: string | null;
}

/**
 * What each user's coins cost, folded from the ledger up to a journal. Derived: a row that is missing or behind is
 * computed again from the entries.
 */
export const costBasis = pgTable('cost_basis', {
  owner: bigint({ mode: 'bigint' }).primaryKey(),
  /** The id of the last journal that is counted; all older ones are, too. */
  through: bigint({ mode: 'bigint' }).notNull(),
  /** By coin; coins that are not held are left out. */
  coins: jsonb().$type<Readonly<Record<string, StoredCost>>>().notNull(),
  /** When it was written, in epoch milliseconds. */
  at: epochMs().notNull(),
});
