import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, integer, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core';
import { launchpadManners } from '#protocol/launchpad/entities/words.ts';
import { epochMs } from '#server/core/store/columns.ts';
import { projectPhases } from './phases.ts';

const units = (name?: string) => (name === undefined ? bigint({ mode: 'bigint' }) : bigint(name, { mode: 'bigint' }));

/** New coins that people subscribe to. Amounts are counted in pieces, the smallest part that is handed out. */
export const launchProjects = pgTable(
  'launch_projects',
  {
    id: bigint({ mode: 'bigint' }).generatedAlwaysAsIdentity().primaryKey(),
    coin: text().notNull(),
    quote: text().notNull(),
    name: text().notNull(),
    manner: text({ enum: launchpadManners }).notNull(),
    /** Pieces for sale. */
    pieces: units().notNull(),
    /** Units of the coin in a piece. */
    piece: units().notNull(),
    /** Units of the quote coin that a piece costs. */
    pieceCost: units('piece_cost').notNull(),
    /** The least and the most a person commits, in pieces. */
    minimum: units().notNull(),
    maximum: units().notNull(),
    opensAt: epochMs('opens_at').notNull(),
    closesAt: epochMs('closes_at').notNull(),
    phase: text({ enum: projectPhases }).notNull(),
    /** People, and the pieces they committed to. */
    people: integer().notNull().default(0),
    wanted: units()
      .notNull()
      .default(sql`0`),
    /** Pieces allotted, and those of them that were handed out. */
    allotted: units()
      .notNull()
      .default(sql`0`),
    paid: units()
      .notNull()
      .default(sql`0`),
    /** SHA-256 of the published list, from the allotment on. */
    listHash: text('list_hash'),
    endedAt: epochMs('ended_at'),
    /**
     * The pair that opens with a call auction once everybody has been served, and how long the auction collects orders;
     * null where the coin is listed already, or not yet.
     */
    pair: text(),
    auctionMs: bigint('auction_ms', { mode: 'number' }),
    /** When something is due of it; null when nothing is any more. */
    dueAt: epochMs('due_at'),
    practice: boolean().notNull(),
  },
  (table) => [
    index('launch_projects_due')
      .on(table.dueAt)
      .where(sql`${table.dueAt} IS NOT NULL`),
    index('launch_projects_phase').on(table.phase, table.id),
    index('launch_projects_practice')
      .on(table.id)
      .where(sql`practice`),
    check('launch_projects_terms', sql`${table.pieces} > 0 AND ${table.piece} > 0 AND ${table.pieceCost} > 0`),
    check('launch_projects_limits', sql`${table.minimum} > 0 AND ${table.maximum} >= ${table.minimum}`),
    check(
      'launch_projects_auction',
      sql`(${table.pair} IS NULL) = (${table.auctionMs} IS NULL) AND ${table.auctionMs} > 0
        AND ${table.pair} = ${table.coin} || ${table.quote}`,
    ),
    check('launch_projects_times', sql`${table.closesAt} > ${table.opensAt}`),
    check(
      'launch_projects_sums',
      sql`${table.paid} >= 0 AND ${table.allotted} >= ${table.paid} AND ${table.pieces} >= ${table.allotted}`,
    ),
  ],
);

/** What each person committed to a project: one row, to which later commitments add. */
export const launchCommitments = pgTable(
  'launch_commitments',
  {
    project: bigint({ mode: 'bigint' })
      .notNull()
      .references(() => launchProjects.id),
    /** Counts up from 1 by first commitment: the line in the published list, and the order of ties. */
    line: integer().notNull(),
    owner: bigint({ mode: 'bigint' }).notNull(),
    /** Pieces committed to. */
    wanted: units().notNull(),
    /** Pieces allotted; null before. */
    allotted: units(),
    at: epochMs().notNull(),
    /** When coins and change were handed out; null before. Set once, in the transaction of the posting. */
    servedAt: epochMs('served_at'),
  },
  (table) => [
    primaryKey({ columns: [table.project, table.line] }),
    unique('launch_commitments_owner').on(table.owner, table.project),
    index('launch_commitments_held')
      .on(table.owner, table.project)
      .where(sql`${table.servedAt} IS NULL`),
    index('launch_commitments_unserved')
      .on(table.project, table.line)
      .where(sql`${table.servedAt} IS NULL`),
    index('launch_commitments_unallotted')
      .on(table.project, table.line)
      .where(sql`${table.allotted} IS NULL`),
    check('launch_commitments_share', sql`${table.wanted} > 0 AND ${table.allotted} BETWEEN 0 AND ${table.wanted}`),
  ],
);
