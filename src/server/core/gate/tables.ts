import { sql } from 'drizzle-orm';
import { bigint, boolean, check, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { epochMs } from '../store/columns.ts';

/** What the operator can stop: a coin, a chain, a dealing, or all withdrawals. */
export const stopScopes = ['coin', 'chain', 'area', 'withdrawals'] as const;

/** What an operator did that the log keeps. */
export const operatorActs = [
  'stop',
  'resume',
  'disable-account',
  'enable-account',
  'end-sessions',
  'audit-resolve',
  'retry-payout',
  'release-payout',
  'rescan',
  'retry-deposit',
] as const;

/** What is stopped now. How it came about, and what was stopped before, is in the log. */
export const stops = pgTable(
  'stops',
  {
    scope: text({ enum: stopScopes }).notNull(),
    /** The coin, the chain or the dealing; empty for all withdrawals. */
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

/** Who stopped, resumed, disabled or resolved what, when and why. Append-only. */
export const operatorLog = pgTable(
  'operator_log',
  {
    id: bigint({ mode: 'bigint' }).generatedByDefaultAsIdentity().primaryKey(),
    at: epochMs().notNull(),
    who: text().notNull(),
    what: text({ enum: operatorActs }).notNull(),
    /** Of a stop; null for everything else. */
    scope: text({ enum: stopScopes }),
    /** The coin, the chain or the dealing; the id of an account, a withdrawal or a deposit. */
    subject: text().notNull(),
    reason: text().notNull(),
    /** Sessions that ended with it, for the running exchange to close their connections. */
    sessions: bigint({ mode: 'bigint' }).array().notNull(),
  },
  (table) => [check('operator_log_signed', sql`${table.who} <> '' AND ${table.reason} <> ''`)],
);

/** One row: the last line of the log that a running exchange has taken up, so that the console can say so. */
export const operatorLogTaken = pgTable(
  'operator_log_taken',
  {
    one: boolean().primaryKey().default(true),
    line: bigint({ mode: 'bigint' }).notNull(),
  },
  (table) => [check('operator_log_taken_single', sql`${table.one}`)],
);
