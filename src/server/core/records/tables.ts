import { bigint, index, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { bytea, epochMs } from '../store/columns.ts';

/**
 * The chain of each record: a row per row of the tables in `chained.ts`, written by their triggers in the same transaction
 * (`guards.sql`). Append-only.
 */
export const recordLinks = pgTable(
  'record_links',
  {
    /** What it is a record of, as in `fiat order`. */
    record: text().notNull(),
    /** Which one of them, as the id of the order; 0 where there is one. */
    subject: bigint({ mode: 'bigint' }).notNull(),
    /** From 1 on, without gaps. */
    number: bigint({ mode: 'bigint' }).notNull(),
    /** The table and the key of the row. */
    source: text().notNull(),
    key: text().notNull(),
    /** SHA-256 of the row. */
    content: bytea().notNull(),
    /** SHA-256 of the former link's hash, of what this link says, and of `content`. */
    hash: bytea().notNull(),
    /** When it was linked, by the clock of PostgreSQL. */
    at: epochMs().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.record, table.subject, table.number] }),
    uniqueIndex('record_links_row').on(table.source, table.key),
    index('record_links_at').on(table.at, table.record, table.subject, table.number),
  ],
);

/** A hash over everything that was linked on a day and before, per day. Append-only. */
export const recordHeads = pgTable('record_heads', {
  /** Days since the epoch, UTC. */
  day: bigint({ mode: 'number' }).primaryKey(),
  /** Links of that day. */
  links: bigint({ mode: 'number' }).notNull(),
  hash: bytea().notNull(),
  at: epochMs().notNull(),
});

/** Tables with rows from before they were chained, which `link_former_rows` links in steps. */
export const recordBacklog = pgTable('record_backlog', {
  source: text().primaryKey(),
  record: text().notNull(),
  /** Columns with the subject (empty where there is one record) and the key. */
  subjectColumn: text('subject_column').notNull(),
  keyColumn: text('key_column').notNull(),
  /** The key up to which rows are linked; null at the beginning. */
  cursor: text(),
});
