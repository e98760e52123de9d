import { bigint, pgTable, text } from 'drizzle-orm/pg-core';
import { epochMs } from '../store/columns.ts';

/**
 * One row per market writer. Every batch locks its row before it reads and writes it before it commits, so raising the
 * epoch proves that no batch of an older epoch is in flight or can still commit.
 */
export const writerFences = pgTable('writer_fences', {
  /** `spot` or `contracts` of the server that owns the data; `spot-1` and so on of engines that run pairs for it. */
  writer: text().primaryKey(),
  epoch: bigint({ mode: 'number' }).notNull(),
  /** The highest id that the writer has assigned to an order, trade or closing. */
  lastId: bigint('last_id', { mode: 'number' }).notNull(),
  /** The engine that was assigned this writer, which alone may raise its epoch; null for the server that owns the data. */
  holder: text(),
});

/**
 * Who owns a duty that more than one engine can have, one row for each that was ever given away; the others belong to
 * the server that owns the data. A row changes under the fence of the writer that it leaves, so that no two owners of a
 * duty can both commit.
 */
export const dutyOwners = pgTable('duty_owners', {
  /** As in `spot.BTCUSDT`. */
  duty: text().primaryKey(),
  /** The writer whose fence protects it. */
  writer: text().notNull(),
  /** One more with each change of owner. */
  epoch: bigint({ mode: 'number' }).notNull(),
  /** Ids that were assigned under this epoch are above it, and those of earlier epochs are not. */
  fromId: bigint('from_id', { mode: 'number' }).notNull(),
  at: epochMs().notNull(),
});
