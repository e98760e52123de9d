import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, jsonb, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
import { epochMs, xid8 } from '../store/columns.ts';

/** What each owner holds: one row per wallet and coin, amounts in the asset's smallest unit. Written by the ledger alone. */
export const balances = pgTable(
  'balances',
  {
    owner: bigint({ mode: 'bigint' }).notNull(),
    /** Position in the contract's list of wallets. */
    wallet: smallint().notNull(),
    asset: text().notNull(),
    available: bigint({ mode: 'bigint' }).notNull(),
    frozen: bigint({ mode: 'bigint' }).notNull(),
    locked: bigint({ mode: 'bigint' }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.owner, table.wallet, table.asset] }),
    // Owners 1, 2, 8 and 9 stand for what is outside of the exchange (see `outsideOwners`).
    check(
      'balances_not_negative',
      sql`${table.owner} IN (1, 2, 8, 9) OR (${table.available} >= 0 AND ${table.frozen} >= 0 AND ${table.locked} >= 0)`,
    ),
  ],
);

/** One movement: why and when. Its entries sum to zero per asset. Append-only. */
export const journals = pgTable('journals', {
  id: bigint({ mode: 'bigint' }).generatedByDefaultAsIdentity().primaryKey(),
  kind: text().notNull(),
  /** Id of what caused it, such as a delegate; null when nothing did. */
  reference: text(),
  at: epochMs().notNull(),
});

/** One side of a movement. Append-only. */
export const entries = pgTable(
  'entries',
  {
    id: bigint({ mode: 'bigint' }).generatedByDefaultAsIdentity().primaryKey(),
    // Without a foreign key: both are written by one statement and never removed, and a check per row costs the hot path.
    journalId: bigint('journal_id', { mode: 'bigint' }).notNull(),
    owner: bigint({ mode: 'bigint' }).notNull(),
    wallet: smallint().notNull(),
    asset: text().notNull(),
    /** Position in the contract's list of balance parts. */
    part: smallint().notNull(),
    amount: bigint({ mode: 'bigint' }).notNull(),
    /** The transaction that wrote it: lets the audit read on from where it was without missing a late commit. */
    xid: xid8()
      .notNull()
      .default(sql`pg_current_xact_id()`),
  },
  (table) => [
    index('entries_owner_id').on(table.owner, table.id),
    index('entries_xid').on(table.xid),
    check('entries_part_known', sql`${table.part} BETWEEN 0 AND 2`),
    check('entries_wallet_known', sql`${table.wallet} BETWEEN 0 AND 6`),
    check('entries_amount_not_zero', sql`${table.amount} <> 0`),
  ],
);

/** Sums of all entries below the audit's horizon, one row per account. Written by the audit alone. */
export const auditedSums = pgTable(
  'audited_sums',
  {
    owner: bigint({ mode: 'bigint' }).notNull(),
    wallet: smallint().notNull(),
    asset: text().notNull(),
    part: smallint().notNull(),
    amount: bigint({ mode: 'bigint' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.owner, table.wallet, table.asset, table.part] })],
);

/** One row: how far the audit came, and what it found. */
export const auditState = pgTable(
  'audit_state',
  {
    one: boolean().primaryKey().default(true),
    /** Every entry of an older transaction is in `audited_sums`. */
    horizon: xid8().notNull(),
    checkedAt: bigint('checked_at', { mode: 'number' }),
    /** What did not hold, in words with the assets concerned; empty while all is well. */
    findings: jsonb().$type<readonly { readonly asset: string; readonly text: string }[]>().notNull().default([]),
  },
  (table) => [check('audit_state_single', sql`${table.one}`)],
);
