import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, jsonb, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core';
import type { RevealedSecret, RoundDraw, TickEntropy, TickProof } from '#protocol/options/entities.ts';
import { epochMs } from '#server/core/store/columns.ts';

const units = () => bigint({ mode: 'bigint' });

/** The log of index ticks, a chain of hashes per coin (see `contract/option-ticks.ts`). */
export const optionTicks = pgTable(
  'option_ticks',
  {
    coin: text().notNull(),
    seq: bigint({ mode: 'number' }).notNull(),
    at: epochMs().notNull(),
    /** In the quote coin, in wire format: this exact text is hashed. */
    price: text().notNull(),
    previous: text().notNull(),
    hash: text().notNull(),
    /** Part of the hashed text if not null, see `tickText`. */
    entropy: jsonb().$type<TickEntropy>(),
  },
  (table) => [primaryKey({ columns: [table.coin, table.seq] }), index('option_ticks_at').on(table.at)],
);

/** Rounds of the seconds options. Pools are in the smallest unit of USDT. */
export const optionRounds = pgTable(
  'option_rounds',
  {
    id: bigint({ mode: 'bigint' }).generatedByDefaultAsIdentity().primaryKey(),
    coin: text().notNull(),
    /** Seconds from strike to settlement. */
    cycle: integer().notNull(),
    period: text().notNull(),
    opensAt: bigint('opens_at', { mode: 'number' }).notNull(),
    lockAt: bigint('lock_at', { mode: 'number' }).notNull(),
    strikeAt: bigint('strike_at', { mode: 'number' }).notNull(),
    settleAt: bigint('settle_at', { mode: 'number' }).notNull(),
    phase: text({ enum: ['waiting', 'in-progress', 'settling', 'settled', 'void'] })
      .notNull()
      .default('waiting'),
    up: units()
      .notNull()
      .default(sql`0`),
    down: units()
      .notNull()
      .default(sql`0`),
    flat: units()
      .notNull()
      .default(sql`0`),
    entries: integer().notNull().default(0),
    strike: jsonb().$type<TickProof>(),
    settlement: jsonb().$type<TickProof>(),
    /** Null while open, and for a round that is or will be void. */
    result: text({ enum: ['up', 'down', 'flat'] }),
    /** For simulated prices: the commitment published at the opening, and the reveal at the settlement. */
    draw: jsonb().$type<Omit<RoundDraw, 'secrets'>>(),
    secrets: jsonb().$type<RevealedSecret[]>(),
  },
  (table) => [
    unique('option_rounds_once').on(table.coin, table.cycle, table.strikeAt),
    index('option_rounds_open')
      .on(table.strikeAt)
      .where(sql`phase IN ('waiting', 'in-progress', 'settling')`),
    index('option_rounds_ended')
      .on(table.id)
      .where(sql`phase IN ('settled', 'void')`),
  ],
);

/** Predictions: one per user and round. */
export const optionEntries = pgTable(
  'option_entries',
  {
    id: bigint({ mode: 'bigint' }).generatedByDefaultAsIdentity().primaryKey(),
    roundId: bigint('round_id', { mode: 'bigint' })
      .notNull()
      .references(() => optionRounds.id),
    owner: bigint({ mode: 'bigint' }).notNull(),
    direction: text({ enum: ['up', 'down', 'flat'] }).notNull(),
    stake: units().notNull(),
    /** Null while the round is open. */
    outcome: text({ enum: ['profit', 'loss', 'draw'] }),
    profit: units()
      .notNull()
      .default(sql`0`),
    fee: units()
      .notNull()
      .default(sql`0`),
    at: epochMs().notNull(),
  },
  (table) => [
    unique('option_entries_once').on(table.roundId, table.owner),
    index('option_entries_owner').on(table.owner, table.id),
    index('option_entries_open')
      .on(table.owner)
      .where(sql`outcome IS NULL`),
    check('option_entries_stake', sql`${table.stake} > 0`),
  ],
);
