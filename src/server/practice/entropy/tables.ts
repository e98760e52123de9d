import { sql } from 'drizzle-orm';
import { bigint, check, integer, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core';
import { bytea, epochMs } from '#server/core/store/columns.ts';

const seconds = (name: string) => bigint(name, { mode: 'number' });

/** Chains of secrets, an hour each, drawn in advance. A chain is never drawn again: see `guards.sql`. */
export const entropyChains = pgTable(
  'entropy_chains',
  {
    /** The first second it has a secret for, since 1970. */
    fromSecond: seconds('from_second').primaryKey(),
    commitment: text().notNull(),
    /** The secret of the last second, from which all others are derived. Read only by the area itself. */
    seed: bytea().notNull(),
    drawnAt: epochMs('drawn_at').notNull(),
  },
  (table) => [unique('entropy_chains_commitment').on(table.commitment)],
);

/** The walk of each pair through each chain, so that years of candles need no secrets. */
export const simulatedLevels = pgTable(
  'simulated_levels',
  {
    pair: text().notNull(),
    fromSecond: seconds('from_second')
      .notNull()
      .references(() => entropyChains.fromSecond),
    /** Seed of the path from the previous chain to this one; null: the level was constant, or there is no gap. */
    beforeSeed: bigint('before_seed', { mode: 'number' }),
    /** Doubles: the level before the first second, at the start of each minute, and at the last second. */
    levels: bytea().notNull(),
  },
  (table) => [primaryKey({ columns: [table.pair, table.fromSecond] })],
);

/** How far the prices were shown, in one row: no restart repeats them, whatever the clock says. */
export const entropyMark = pgTable(
  'entropy_mark',
  {
    id: integer().primaryKey().default(1),
    second: seconds('second').notNull(),
  },
  (table) => [check('entropy_mark_is_one_row', sql`${table.id} = 1`)],
);
