import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { epochMs } from '#server/core/store/columns.ts';

/** The deposit address of each user on each chain, in the chain's normal form; the same for all its coins. */
export const depositAddresses = pgTable(
  'deposit_addresses',
  {
    owner: bigint({ mode: 'bigint' }).notNull(),
    chain: text().notNull(),
    address: text().notNull(),
    at: epochMs().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.owner, table.chain] }),
    uniqueIndex('deposit_addresses_address').on(table.chain, table.address),
  ],
);

/** Deposits: on-chain payments, and those declared by users with a voucher. */
export const deposits = pgTable(
  'deposits',
  {
    id: bigint({ mode: 'bigint' }).generatedByDefaultAsIdentity().primaryKey(),
    owner: bigint({ mode: 'bigint' }).notNull(),
    chain: text().notNull(),
    asset: text().notNull(),
    /** In the asset's smallest unit. */
    units: bigint({ mode: 'bigint' }).notNull(),
    state: text({
      enum: ['seen', 'credited', 'free', 'below-minimum', 'undone', 'under-review', 'refused'],
    }).notNull(),
    /** Null for a declared deposit. */
    address: text(),
    /** Null when the declaring user did not know it. */
    hash: text(),
    /** Index of the payment in the transaction. */
    place: integer().notNull().default(0),
    /** The block that contains it; null for none. */
    height: integer(),
    blockHash: text('block_hash'),
    confirmations: integer().notNull().default(0),
    /** The terms that applied to it. */
    creditConfirmations: integer('credit_confirmations').notNull(),
    freeConfirmations: integer('free_confirmations').notNull(),
    /** The part missing since it was reorganised away after it was spent, booked on the account `shortfall`. */
    owed: bigint({ mode: 'bigint' })
      .notNull()
      .default(sql`0`),
    /** The part of its credit that repaid what was missing; the rest went to the user. */
    repaid: bigint({ mode: 'bigint' })
      .notNull()
      .default(sql`0`),
    /** File id of the image of a declared deposit. */
    voucher: text(),
    /** The reviewer's reason for refusing it. */
    reason: text(),
    at: epochMs().notNull(),
    updatedAt: bigint('updated_at', { mode: 'number' }).notNull(),
  },
  (table) => [
    // One row per payment, whatever happens to its blocks. A refused declaration does not count, so declaring another
    // user's transaction does not claim it.
    uniqueIndex('deposits_payment')
      .on(table.chain, table.hash, table.place, sql`coalesce(address, '')`)
      .where(sql`hash IS NOT NULL AND state <> 'refused'`),
    index('deposits_owner').on(table.owner, table.id),
    index('deposits_open')
      .on(table.owner, table.id)
      .where(sql`state IN ('seen', 'credited', 'under-review')`),
    index('deposits_under_way')
      .on(table.chain, table.id)
      .where(sql`state IN ('seen', 'credited')`),
    index('deposits_owed')
      .on(table.asset)
      .where(sql`owed > 0`),
    index('deposits_block').on(table.chain, table.blockHash),
    check('deposits_units_positive', sql`${table.units} > 0 AND ${table.owed} >= 0 AND ${table.repaid} >= 0`),
  ],
);

/** The newest blocks read of each chain: reading continues at the highest. */
export const scannedBlocks = pgTable(
  'scanned_blocks',
  {
    chain: text().notNull(),
    height: integer().notNull(),
    hash: text().notNull(),
    /** Whether it was read a second time, some blocks later, to find payments omitted at first. */
    readAgain: boolean('read_again').notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.chain, table.height] }),
    index('scanned_blocks_once')
      .on(table.chain, table.height)
      .where(sql`NOT read_again`),
  ],
);

/** Why a payment of a block was set aside, while the rest of the block was processed. */
export const asideCauses = ['unreadable', 'too-large', 'not-recorded', 'not-credited', 'not-undone'] as const;

/** Payments that could not be read, recorded, credited or reversed, each set aside for the operator. */
export const depositsAside = pgTable(
  'deposits_aside',
  {
    id: bigint({ mode: 'bigint' }).generatedByDefaultAsIdentity().primaryKey(),
    chain: text().notNull(),
    height: integer().notNull(),
    blockHash: text('block_hash').notNull(),
    hash: text().notNull(),
    place: integer().notNull(),
    /** As far as they are known. */
    address: text(),
    asset: text().notNull(),
    units: text(),
    /** The resulting deposit, if recorded. */
    deposit: bigint({ mode: 'bigint' }),
    why: text({ enum: asideCauses }).notNull(),
    words: text().notNull(),
    at: epochMs().notNull(),
    /** An operator requested a retry. */
    again: boolean().notNull().default(false),
    /** When it was closed: retried, or its block was dropped. */
    settledAt: bigint('settled_at', { mode: 'number' }),
  },
  (table) => [
    uniqueIndex('deposits_aside_open')
      .on(table.chain, table.hash, table.place, sql`coalesce(address, '')`)
      .where(sql`settled_at IS NULL`),
    index('deposits_aside_deposit')
      .on(table.deposit)
      .where(sql`settled_at IS NULL`),
  ],
);

/** Rescans requested by operators, with their progress. */
export const rescans = pgTable(
  'rescans',
  {
    id: bigint({ mode: 'bigint' }).generatedByDefaultAsIdentity().primaryKey(),
    chain: text().notNull(),
    fromHeight: integer('from_height').notNull(),
    toHeight: integer('to_height').notNull(),
    /** The next block to read; past the last one when done. */
    next: integer().notNull(),
    /** Missed deposits that are now recorded. */
    found: integer().notNull().default(0),
    at: epochMs().notNull(),
    endedAt: bigint('ended_at', { mode: 'number' }),
  },
  (table) => [
    index('rescans_open')
      .on(table.chain, table.id)
      .where(sql`ended_at IS NULL`),
    check('rescans_ranged', sql`${table.fromHeight} >= 0 AND ${table.fromHeight} <= ${table.toHeight}`),
  ],
);
