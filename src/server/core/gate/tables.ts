import { sql } from 'drizzle-orm';
import { bigint, boolean, check, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { epochMs } from '../store/columns.ts';

/** What the operator can stop: a coin, a chain, a product, or all withdrawals. */
export const stopScopes = ['coin', 'chain', 'area', 'withdrawals'] as const;

/** Acts that change what is listed. */
export const listingActs = ['list-coin', 'list-pair', 'list-move', 'list-end', 'list-terms', 'list-contract'] as const;

/** Operator actions recorded in the log. */
export const operatorActs = [
  'stop',
  'resume',
  'disable-account',
  'enable-account',
  'end-sessions',
  'withdraw-identity',
  'suspend-merchant',
  'resume-merchant',
  'audit-resolve',
  'retry-payout',
  'release-payout',
  'rescan',
  'retry-deposit',
  'ask-appeal',
  'decide-appeal',
  'forget-evidence',
  'switch-on',
  'switch-off',
  'switch-clear',
  'rate-set',
  'rate-accept',
  'rate-refuse',
  ...listingActs,
  'backing',
  'fixed-add',
  'fixed-change',
  'fixed-close',
  'fixed-revoke',
  'miner-add',
  'miner-change',
  'miner-close',
  'sign-in-pool',
  'launch-announce',
  'launch-receive',
  'loan-terms',
  'listing-ask',
  'listing-terms',
  'archive',
  'archive-restore',
  'restored',
  'record-head',
] as const;

/** What is stopped now. The history is in the log. */
export const stops = pgTable(
  'stops',
  {
    scope: text({ enum: stopScopes }).notNull(),
    /** The coin, the chain or the product, spelled as in `stored-names.ts`; empty for all withdrawals. */
    subject: text().notNull(),
    since: epochMs().notNull(),
    who: text().notNull(),
    reason: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.scope, table.subject] }),
    check('stops_named', sql`(${table.scope} = 'withdrawals') = (${table.subject} = '')`),
  ],
);

/** What an operator decided about products, as it is now. The history is in the log. */
export const productSwitches = pgTable(
  'product_switches',
  {
    /** Spelled as in `stored-names.ts`. */
    product: text().notNull(),
    /** ISO 3166-1 alpha-2; empty for all countries without a decision of their own. */
    country: text().notNull(),
    isOn: boolean('is_on').notNull(),
    since: epochMs().notNull(),
    who: text().notNull(),
    reason: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.product, table.country] }),
    check('product_switches_country', sql`${table.country} ~ '^([A-Z]{2})?$'`),
  ],
);

/** Who stopped, resumed, switched, disabled or resolved what, when and why. Append-only. */
export const operatorLog = pgTable(
  'operator_log',
  {
    id: bigint({ mode: 'bigint' }).generatedByDefaultAsIdentity().primaryKey(),
    at: epochMs().notNull(),
    who: text().notNull(),
    what: text({ enum: operatorActs }).notNull(),
    /** The kind of a stop; null for other actions. */
    scope: text({ enum: stopScopes }),
    /** The coin, the chain or the product; the product and its country; or the id of an account, a withdrawal or a deposit. */
    subject: text().notNull(),
    reason: text().notNull(),
    /** Sessions it ended, so that the running exchange closes their connections. */
    sessions: bigint({ mode: 'bigint' }).array().notNull(),
    /** Keys of the persons whom the reason is about, which it is encrypted with; null for one in plain text. */
    sealedWith: bigint('sealed_with', { mode: 'bigint' }).array(),
  },
  (table) => [check('operator_log_signed', sql`${table.who} <> '' AND ${table.reason} <> ''`)],
);

/** One row: the last log line that a running exchange has applied, for the console to report. */
export const operatorLogTaken = pgTable(
  'operator_log_taken',
  {
    one: boolean().primaryKey().default(true),
    line: bigint({ mode: 'bigint' }).notNull(),
  },
  (table) => [check('operator_log_taken_single', sql`${table.one}`)],
);
