import { sql } from 'drizzle-orm';
import { bigint, index, jsonb, numeric, pgTable, primaryKey, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { epochMs } from '../store/columns.ts';

/** Partitions that lie in a file instead of the store: what their manifests say. Rows stay after a restoration. */
export const archives = pgTable(
  'archives',
  {
    id: bigint({ mode: 'bigint' }).generatedByDefaultAsIdentity().primaryKey(),
    tableName: text('table_name').notNull(),
    partition: text().notNull(),
    /** The first key of the partition; null for no bound. */
    lower: bigint({ mode: 'bigint' }),
    /** The first key behind the partition. */
    upper: bigint({ mode: 'bigint' }).notNull(),
    rows: bigint({ mode: 'bigint' }).notNull(),
    /** Times of the oldest and of the newest row; null without rows. */
    earliest: bigint({ mode: 'number' }),
    latest: bigint({ mode: 'number' }),
    /** SHA-256 of the file, and of the rows in it, as hexadecimal digits. */
    sha256: text().notNull(),
    rowsSha256: text('rows_sha256').notNull(),
    /** Sums of tables that no audit needs the sums of, by their keys; those of entries are in `archived_sums`. */
    sums: jsonb().$type<Readonly<Record<string, string>>>().notNull(),
    at: epochMs().notNull(),
    restoredAt: bigint('restored_at', { mode: 'number' }),
  },
  (table) => [
    uniqueIndex('archives_partition')
      .on(table.partition)
      .where(sql`restored_at IS NULL`),
  ],
);

/** What the entries of an archive changed of each part of an account; a part that nothing changed is left out. */
export const archivedSums = pgTable(
  'archived_sums',
  {
    archive: bigint({ mode: 'bigint' })
      .notNull()
      .references(() => archives.id),
    owner: bigint({ mode: 'bigint' }).notNull(),
    wallet: smallint().notNull(),
    asset: text().notNull(),
    part: smallint().notNull(),
    amount: numeric().notNull(),
    /** The last archived journal that changed any part of the account. */
    lastJournal: bigint('last_journal', { mode: 'bigint' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.owner, table.wallet, table.asset, table.part, table.archive] })],
);

/**
 * Sums of archived entries whose transactions have others in the store or in another archive: a bound between partitions goes
 * through few. With them, an audit that starts over finds every journal and the fees of every transaction whole.
 */
export const archivedHalves = pgTable(
  'archived_halves',
  {
    archive: bigint({ mode: 'bigint' })
      .notNull()
      .references(() => archives.id),
    journalId: bigint('journal_id', { mode: 'bigint' }).notNull(),
    xid: bigint({ mode: 'bigint' }).notNull(),
    asset: text().notNull(),
    /** What available, frozen and locked parts gained together. */
    moved: numeric().notNull(),
    fee: numeric().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.archive, table.journalId, table.asset] }),
    index('archived_halves_xid').on(table.xid),
  ],
);
