import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, text, unique, uniqueIndex } from 'drizzle-orm/pg-core';
import { withdrawalState } from '../../contract/entities/withdrawal.ts';

/** Why an approved withdrawal does not leave yet; for the operator, never told to its owner. */
export const hindrances = ['wallet-short', 'chain-away', 'coin-halted', 'not-signed', 'real-network'] as const;

/**
 * Withdrawals. Amounts in the asset's smallest unit. `nonce`, `raw` and `hash` are written together, once, before
 * anything is sent: from then on the same transfer is all that is ever sent for the withdrawal.
 */
export const withdrawals = pgTable(
  'withdrawals',
  {
    id: bigint({ mode: 'bigint' }).generatedByDefaultAsIdentity().primaryKey(),
    owner: bigint({ mode: 'bigint' }).notNull(),
    asset: text().notNull(),
    chain: text().notNull(),
    /** In the chain's normal form. */
    address: text().notNull(),
    /** What leaves the wallet, the fee included. */
    units: bigint({ mode: 'bigint' }).notNull(),
    fee: bigint({ mode: 'bigint' }).notNull(),
    /** What it was worth when it was asked for, in units of USDT, rounded up: it counts against the daily limit. */
    worth: bigint({ mode: 'bigint' }).notNull(),
    remark: text().notNull(),
    state: text({ enum: withdrawalState.options }).notNull(),
    /** Why it was refused, in the reviewer's words. */
    reason: text(),
    nonce: bigint({ mode: 'number' }),
    raw: text(),
    hash: text(),
    confirmations: integer().notNull().default(0),
    /** Confirmations that settle it, as they were when it was asked for. */
    needed: integer().notNull(),
    hindrance: text({ enum: hindrances }),
    createdAt: bigint('created_at', { mode: 'number' }).notNull(),
    approvedAt: bigint('approved_at', { mode: 'number' }),
    updatedAt: bigint('updated_at', { mode: 'number' }).notNull(),
  },
  (table) => [
    // A nonce of the paying account belongs to one withdrawal for good.
    uniqueIndex('withdrawals_nonce').on(table.chain, table.nonce),
    index('withdrawals_owner').on(table.owner, table.id),
    // What left within a day counts against the limit.
    index('withdrawals_owner_created').on(table.owner, table.createdAt),
    index('withdrawals_under_way')
      .on(table.chain, table.id)
      .where(sql`state IN ('under-review', 'approved', 'sent')`),
    check('withdrawals_cover_fee', sql`${table.fee} >= 0 AND ${table.units} > ${table.fee}`),
    check(
      'withdrawals_signed_whole',
      sql`num_nonnulls(${table.nonce}, ${table.raw}, ${table.hash}) IN (0, 3) AND (${table.nonce} IS NOT NULL OR ${table.state} NOT IN ('sent', 'confirmed', 'failed'))`,
    ),
    check(
      'withdrawals_signed_when_approved',
      sql`${table.nonce} IS NULL OR ${table.state} NOT IN ('under-review', 'refused')`,
    ),
  ],
);

/** The paying account of each chain: the nonce its next transfer gets. Written by the chain's payouts alone. */
export const payoutNonces = pgTable(
  'payout_nonces',
  {
    chain: text().primaryKey(),
    next: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [check('payout_nonces_not_negative', sql`${table.next} >= 0`)],
);

/** Withdrawal addresses that people keep under a name. */
export const bookedAddresses = pgTable(
  'booked_addresses',
  {
    id: bigint({ mode: 'bigint' }).generatedByDefaultAsIdentity().primaryKey(),
    owner: bigint({ mode: 'bigint' }).notNull(),
    chain: text().notNull(),
    /** In the chain's normal form. */
    address: text().notNull(),
    label: text().notNull(),
    createdAt: bigint('created_at', { mode: 'number' }).notNull(),
    /** From when money may go there while the wait is switched on. */
    usableAt: bigint('usable_at', { mode: 'number' }).notNull(),
  },
  (table) => [unique('booked_addresses_once').on(table.owner, table.chain, table.address)],
);
