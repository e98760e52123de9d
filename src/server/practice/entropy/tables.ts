import { sql } from 'drizzle-orm';
import { bigint, check, integer, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core';
import { bytea, epochMs } from '../../core/store/columns.ts';

const seconds = (name: string) => bigint(name, { mode: 'number' });

/** Chains of secrets, an hour each, drawn before their time. What is drawn is never drawn again: see `guards.sql`. */
export const entropyChains = pgTable(
  'entropy_chains',
  {
    /** The first second it has a secret for, since 1970. */
    fromSecond: seconds('from_second').primaryKey(),
    commitment: text().notNull(),
    /** The secret of the last second, which all others follow from. Read by nothing but the area itself. */
    seed: bytea().notNull(),
    drawnAt: epochMs('drawn_at').notNull(),
  },
  (table) => [unique('entropy_chains_commitment').on(table.commitment)],
);

/** The walk of each pair through each chain, so that years of candles ask for no secret. */
export const simulatedLevels = pgTable(
  'simulated_levels',
  {
    pair: text().notNull(),
    fromSecond: seconds('from_second')
      .notNull()
      .references(() => entropyChains.fromSecond),
    /** Seed of the path from the chain before to this one; null: the level stood still, or there is nothing between. */
    beforeSeed: bigint('before_seed', { mode: 'number' }),
    /** Doubles: the level before the first second, at the start of each minute, and at the last second. */
    levels: bytea().notNull(),
  },
  (table) => [primaryKey({ columns: [table.pair, table.fromSecond] })],
);

/** How far the prices were shown, in one row: no start shows them again from before, whatever the clock says. */
export const entropyMark = pgTable(
  'entropy_mark',
  {
    id: integer().primaryKey().default(1),
    second: seconds('second').notNull(),
  },
  (table) => [check('entropy_mark_is_one_row', sql`${table.id} = 1`)],
);
