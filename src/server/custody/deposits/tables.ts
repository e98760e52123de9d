import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { epochMs } from '../../core/store/columns.ts';

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

/** Deposits: payments that blocks hold, and those that users declared by a voucher. */
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
    /** Null when the user who declared it did not know it. */
    hash: text(),
    /** Which of the transaction's payments. */
    place: integer().notNull().default(0),
    /** The block it stands in; null while it stands in none. */
    height: integer(),
    blockHash: text('block_hash'),
    confirmations: integer().notNull().default(0),
    /** The terms it came in by. */
    creditConfirmations: integer('credit_confirmations').notNull(),
    freeConfirmations: integer('free_confirmations').notNull(),
    /** What of it is missing since the chain took it back after it was spent: it stands on the account `shortfall`. */
    owed: bigint({ mode: 'bigint' })
      .notNull()
      .default(sql`0`),
    /** What of its credit made good what was missing; the rest went to the user. */
    repaid: bigint({ mode: 'bigint' })
      .notNull()
      .default(sql`0`),
    /** File id of the image of a declared deposit. */
    voucher: text(),
    /** Why it was refused, in the reviewer's words. */
    reason: text(),
    at: epochMs().notNull(),
    updatedAt: bigint('updated_at', { mode: 'number' }).notNull(),
  },
  (table) => [
    // One row for one payment, whatever the chain does with its blocks. A refused declaration does not count: whoever
    // names somebody else's transaction does not take it from them.
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

/** The newest blocks that were read of each chain: the highest is where reading goes on. */
export const scannedBlocks = pgTable(
  'scanned_blocks',
  {
    chain: text().notNull(),
    height: integer().notNull(),
    hash: text().notNull(),
    /** Whether it was read a second time, some blocks later: what a node left out at first is found then. */
    readAgain: boolean('read_again').notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.chain, table.height] }),
    index('scanned_blocks_once')
      .on(table.chain, table.height)
      .where(sql`NOT read_again`),
  ],
);

/** Why a payment of a block was set aside, while the rest of the block went on. */
export const asideCauses = ['unreadable', 'too-large', 'not-recorded', 'not-credited', 'not-undone'] as const;

/** Payments that could not be read, recorded, credited or taken back: each waits by itself for the operator. */
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
    /** The deposit that it became, when that was written. */
    deposit: bigint({ mode: 'bigint' }),
    why: text({ enum: asideCauses }).notNull(),
    words: text().notNull(),
    at: epochMs().notNull(),
    /** An operator wants it tried again. */
    again: boolean().notNull().default(false),
    /** When it was done with: tried again, or its block was dropped. */
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

/** Ranges of blocks that operators had read again, and how far that is. */
export const rescans = pgTable(
  'rescans',
  {
    id: bigint({ mode: 'bigint' }).generatedByDefaultAsIdentity().primaryKey(),
    chain: text().notNull(),
    fromHeight: integer('from_height').notNull(),
    toHeight: integer('to_height').notNull(),
    /** The block that is read next; behind the last one when it is done. */
    next: integer().notNull(),
    /** Deposits that were missed and are recorded now. */
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
