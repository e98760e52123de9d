import { bigint, pgTable, text } from 'drizzle-orm/pg-core';

/**
 * One row per market writer. Every batch locks its row before it reads and writes it before it commits, so raising the
 * epoch proves that no batch of an older epoch is in flight or can still commit.
 */
export const writerFences = pgTable('writer_fences', {
  /** `spot` or `contracts`. */
  writer: text().primaryKey(),
  epoch: bigint({ mode: 'number' }).notNull(),
  /** The highest id that the writer has assigned to an order, trade or closing. */
  lastId: bigint('last_id', { mode: 'number' }).notNull(),
});
