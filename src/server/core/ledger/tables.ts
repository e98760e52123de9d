import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  smallint,
  text,
} from 'drizzle-orm/pg-core';
import { epochMs, xid8 } from '../store/columns.ts';

/** Balances: one row per owner, wallet and coin, amounts in the asset's smallest unit. Written by the ledger alone. */
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
    // Owners 1, 2, 8 and 9 stand for the outside world (see `outsideOwners`).
    check(
      'balances_not_negative',
      sql`${table.owner} IN (1, 2, 8, 9) OR (${table.available} >= 0 AND ${table.frozen} >= 0 AND ${table.locked} >= 0)`,
    ),
  ],
);

/** Kinds of entries whose reference is a deposit or a withdrawal, as SQL. */
export const custodyKinds =
  "'deposit', 'deposit-free', 'deposit-undone', 'withdrawal-freeze', 'withdrawal', 'withdrawal-fee', 'withdrawal-release'";

/** Whether an entry is of a product's house account (`earn` to `loans` of `houseOwners`), as SQL. */
export const productAccounts = 'owner BETWEEN 31 AND 35';

/** Whether an entry is a fee of a contract's position (of `fees` of `houseOwners`), as SQL. */
const positionFees = "(owner = 3 AND kind IN ('contract-open', 'contract-close', 'contract-overnight'))";

/** Kinds of entries whose reference names one row of a table, in whatever account they are, as SQL. */
export const referringKinds = "'instant-transfer', 'sign-in-reward', 'merchant-penalty'";

/** Whether the audit sums an entry by what it refers to, as SQL. */
export const summedByReference = `(${productAccounts} OR ${positionFees} OR kind IN (${referringKinds})) AND reference IS NOT NULL`;

/**
 * The effect of one journal (one movement) on one balance. The entries of a journal share its id, kind, reference and
 * time, and sum to zero per asset together with their fees. Append-only.
 *
 * The hot table: a row per balance and journal, the primary key that users' records are read by, and no other per-row
 * write cost.
 */
export const ledgerEntries = pgTable(
  'ledger_entries',
  {
    id: bigint({ mode: 'bigint' }).generatedByDefaultAsIdentity().notNull(),
    /** The id of the journal's first entry. */
    journalId: bigint('journal_id', { mode: 'bigint' }).notNull(),
    owner: bigint({ mode: 'bigint' }).notNull(),
    /** The change of each part, in the asset's smallest unit. */
    available: bigint({ mode: 'bigint' }).notNull(),
    frozen: bigint({ mode: 'bigint' }).notNull(),
    locked: bigint({ mode: 'bigint' }).notNull(),
    /**
     * The part of the change of `available` that is fees. The house collects the fees of one ledger call in one entry
     * per wallet and asset, where this is negative: per transaction and asset, fees sum to zero.
     */
    fee: bigint({ mode: 'bigint' }).notNull(),
    /** Server time in epoch milliseconds. */
    at: epochMs().notNull(),
    /**
     * The writing transaction: lets the audit continue where it stopped without missing a late commit. A bigint,
     * because PostgreSQL has no BRIN operator class for `xid8`.
     */
    xid: bigint({ mode: 'bigint' })
      .notNull()
      .default(sql`(pg_current_xact_id()::text::bigint)`),
    wallet: smallint().notNull(),
    asset: text().notNull(),
    kind: text().notNull(),
    /** Id of what caused it, such as an order; null for none. */
    reference: text(),
  },
  (table) => [
    primaryKey({ columns: [table.owner, table.id] }),
    // A deposit or withdrawal takes several journals over days; no other kind pays for this index.
    index('ledger_entries_custody')
      .on(table.owner, table.reference, table.id)
      .where(sql`kind IN (${sql.raw(custodyKinds)})`),
    // Anybody may page through what moved in a product's account: the entries of those few owners, coin by coin.
    index('ledger_entries_products').on(table.owner, table.asset, table.id).where(sql.raw(productAccounts)),
    // Rows are roughly in transaction order, so this index holds one row per page range.
    index('ledger_entries_xid').using('brin', table.xid).with({ pages_per_range: 32, autosummarize: true }),
    check('ledger_entries_wallet_known', sql`${table.wallet} BETWEEN 0 AND 6`),
    check(
      'ledger_entries_not_empty',
      sql`${table.available} <> 0 OR ${table.frozen} <> 0 OR ${table.locked} <> 0 OR ${table.fee} <> 0`,
    ),
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

/**
 * What the entries below the audit's horizon moved, by what they refer to: in the accounts of products a loan, a fixed term, a
 * miner, a project; what positions of contracts paid in fees; of `referringKinds` in any account. Written by the audit alone.
 */
export const auditedReferences = pgTable(
  'audited_references',
  {
    owner: bigint({ mode: 'bigint' }).notNull(),
    reference: text().notNull(),
    asset: text().notNull(),
    available: numeric().notNull(),
    frozen: numeric().notNull(),
  },
  (table) => [primaryKey({ columns: [table.owner, table.reference, table.asset] })],
);

/** How far each rotation through the rows of a table came. Written by the audit alone. */
export const auditRounds = pgTable('audit_rounds', {
  name: text().primaryKey(),
  /** The key of the last row that was compared; null at the start of a round. */
  place: text().array(),
  beganAt: epochMs('began_at').notNull(),
  /** How long the last whole round took; null before the first. */
  tookMs: epochMs('took_ms'),
});

/** Sums over append-only rows, each up to a row that no older one can follow. Written by the audit alone. */
export const auditSums = pgTable('audit_sums', {
  name: text().primaryKey(),
  /** The last row included in the sum. */
  cursor: bigint({ mode: 'bigint' }).notNull(),
  amount: numeric().notNull(),
});

/** One row: the progress and findings of the audit. */
export const auditState = pgTable(
  'audit_state',
  {
    one: boolean().primaryKey().default(true),
    /** Every entry of an older transaction is included in `audited_sums`. */
    horizon: xid8().notNull(),
    checkedAt: bigint('checked_at', { mode: 'number' }),
    /** The same for what areas hold: entries of transactions from here on are checked by the next deep run. */
    deepHorizon: xid8('deep_horizon')
      .notNull()
      .default(sql`'0'`),
    deepAt: bigint('deep_at', { mode: 'number' }),
    /** Entries below the horizon were folded in windows, and no run has compared every balance since. */
    behind: boolean().notNull().default(false),
    /** The rotation's position in all balances; null at its start. */
    cursor: jsonb().$type<{ readonly owner: string; readonly wallet: number; readonly asset: string }>(),
    /** Coins whose findings are resolved but that stay halted until a full check is clean. */
    recheck: text().array().notNull().default([]),
    /** Findings as text with the assets concerned; empty while all is well. */
    findings: jsonb().$type<readonly { readonly asset: string; readonly text: string }[]>().notNull().default([]),
  },
  (table) => [check('audit_state_single', sql`${table.one}`)],
);
