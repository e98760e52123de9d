import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, primaryKey, text, unique, uniqueIndex } from 'drizzle-orm/pg-core';
import { epochMs } from '#server/core/store/columns.ts';
import { withdrawalState } from '#protocol/withdrawals/entities.ts';
import { refusalCauses } from '../chains/transfer-refused.ts';

/** Why an approved withdrawal is not sent yet; for the operator, never shown to its owner. */
export const hindrances = ['wallet-short', 'chain-away', 'coin-halted', 'not-signed', 'real-network'] as const;

/**
 * Withdrawals. Amounts in the asset's smallest unit. `nonce`, `raw` and `hash` are written together before anything is
 * sent. The nonce stays until the withdrawal ends or the nonce is filled (`releasedNonces`); the transfer is the newest
 * of those with its nonce that pay the withdrawal, or the mined one.
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
    /** Amount debited, including the fee. */
    units: bigint({ mode: 'bigint' }).notNull(),
    fee: bigint({ mode: 'bigint' }).notNull(),
    /** Its value when requested, in units of USDT, rounded up; counts against the daily limit. */
    worth: bigint({ mode: 'bigint' }).notNull(),
    remark: text().notNull(),
    state: text({ enum: withdrawalState.options }).notNull(),
    /** The reviewer's reason for refusing it. */
    reason: text(),
    nonce: bigint({ mode: 'number' }),
    raw: text(),
    hash: text(),
    confirmations: integer().notNull().default(0),
    /** Confirmations that settle it, as of the request. */
    needed: integer().notNull(),
    hindrance: text({ enum: hindrances }),
    /** Consecutive refusals by the chain, when signing or sending. */
    tries: integer().notNull().default(0),
    /** Earliest time of the next attempt. */
    againAt: bigint('again_at', { mode: 'number' }),
    /** Reason and node message of the refusal, for the operator. */
    refusedWhy: text('refused_why', { enum: refusalCauses }),
    refusal: text(),
    /** Since when it is set aside for the operator after too many refusals. */
    asideAt: bigint('aside_at', { mode: 'number' }),
    createdAt: bigint('created_at', { mode: 'number' }).notNull(),
    approvedAt: bigint('approved_at', { mode: 'number' }),
    updatedAt: bigint('updated_at', { mode: 'number' }).notNull(),
  },
  (table) => [
    // A nonce of the paying account belongs to one withdrawal permanently.
    uniqueIndex('withdrawals_nonce').on(table.chain, table.nonce),
    index('withdrawals_owner').on(table.owner, table.id),
    // Withdrawals of the last day count against the limit.
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

/** The paying account of each chain with its next nonce. Written by the chain's payouts alone. */
export const payoutNonces = pgTable(
  'payout_nonces',
  {
    chain: text().primaryKey(),
    next: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [check('payout_nonces_not_negative', sql`${table.next} >= 0`)],
);

/**
 * Every transfer signed with a nonce of a paying account, written before it is sent. Transfers with the same nonce
 * replace each other: at most one can be mined. Append-only.
 */
export const payoutTransfers = pgTable(
  'payout_transfers',
  {
    chain: text().notNull(),
    hash: text().notNull(),
    nonce: bigint({ mode: 'number' }).notNull(),
    withdrawal: bigint({ mode: 'bigint' }).notNull(),
    raw: text().notNull(),
    /** Its position among those with its nonce, in order of increasing fees. */
    place: integer().notNull(),
    /** `nothing`: it only fills the nonce, so that later ones can be mined. */
    pays: text({ enum: ['withdrawal', 'nothing'] }).notNull(),
    at: epochMs().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.chain, table.hash] }),
    uniqueIndex('payout_transfers_place').on(table.chain, table.nonce, table.withdrawal, table.place),
  ],
);

/**
 * Nonces that can no longer pay their withdrawal: `filled` by an empty transfer deep in the chain, or used `elsewhere`,
 * as verified by an operator. Append-only; only then may a withdrawal get another nonce.
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

/** Users' withdrawal address books. */
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
    /** From when it can be used while the wait is enabled. */
    usableAt: bigint('usable_at', { mode: 'number' }).notNull(),
  },
  (table) => [unique('booked_addresses_once').on(table.owner, table.chain, table.address)],
);
