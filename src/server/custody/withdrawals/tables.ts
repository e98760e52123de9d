import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, primaryKey, text, unique, uniqueIndex } from 'drizzle-orm/pg-core';
import { epochMs } from '../../core/store/columns.ts';
import { withdrawalState } from '../../../protocol/entities/withdrawal.ts';
import { refusalCauses } from '../chains/transfer-refused.ts';

/** Why an approved withdrawal does not leave yet; for the operator, never told to its owner. */
export const hindrances = ['wallet-short', 'chain-away', 'coin-halted', 'not-signed', 'real-network'] as const;

/**
 * Withdrawals. Amounts in the asset's smallest unit. `nonce`, `raw` and `hash` are written together before anything is
 * sent. The nonce stays until the withdrawal ended or the nonce was used up by nothing (`releasedNonces`); the transfer
 * is the newest of those with its nonce that pay the withdrawal, or the one that was mined.
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
    /** How often the chain refused its transfer in a row, to be signed or to be sent. */
    tries: integer().notNull().default(0),
    /** Not before this is it tried again. */
    againAt: bigint('again_at', { mode: 'number' }),
    /** Why it refused, and what its node said of it, for the operator. */
    refusedWhy: text('refused_why', { enum: refusalCauses }),
    refusal: text(),
    /** Since when it is set aside: it was refused too often and waits for the operator. */
    asideAt: bigint('aside_at', { mode: 'number' }),
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

/**
 * Every transfer that was signed with a nonce of a paying account, written before it was sent. Those with one nonce take
 * each other's place: the chain takes at most one of them. Append-only.
 */
export const payoutTransfers = pgTable(
  'payout_transfers',
  {
    chain: text().notNull(),
    hash: text().notNull(),
    nonce: bigint({ mode: 'number' }).notNull(),
    withdrawal: bigint({ mode: 'bigint' }).notNull(),
    raw: text().notNull(),
    /** Its place among those with its nonce: each is dearer than the ones before it. */
    place: integer().notNull(),
    /** `nothing`: it only uses the nonce up, so that those behind it can be mined. */
    pays: text({ enum: ['withdrawal', 'nothing'] }).notNull(),
    at: epochMs().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.chain, table.hash] }),
    uniqueIndex('payout_transfers_place').on(table.chain, table.nonce, table.withdrawal, table.place),
  ],
);

/**
 * Nonces that a withdrawal had and that can pay it no more: `filled` by a transfer of nothing that lies deep in the chain,
 * or used `elsewhere`, which an operator vouches for. Append-only; only then may a withdrawal have another nonce.
 */
export const releasedNonces = pgTable(
  'released_nonces',
  {
    chain: text().notNull(),
    nonce: bigint({ mode: 'number' }).notNull(),
    withdrawal: bigint({ mode: 'bigint' }).notNull(),
    how: text({ enum: ['filled', 'elsewhere'] }).notNull(),
    at: epochMs().notNull(),
  },
  (table) => [primaryKey({ columns: [table.chain, table.nonce] })],
);

/** Withdrawal addresses that users keep under a name. */
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
