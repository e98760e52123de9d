import type { Ms } from '#protocol/core/brand.ts';
import type { Transaction } from '../store/database.ts';
import { workersMax } from './id-range.ts';

/**
 * Moves duties between writers (`duty_owners`). Whoever moves one holds the fence of the writer that it leaves until the
 * end of the transaction: a batch of that writer has then committed before it, or begins after it and finds the change.
 * Only the server that owns the data calls these; its connections end with its ownership.
 */

/** The connections of an engine that was assigned a writer, in PostgreSQL's session list. */
export function workerApplicationName(writer: string): string {
  return `dunlin ${writer}`;
}

/** The writer of a family that is assigned to an engine. @param nth from 1 to `workersMax` */
export function workerWriter(family: string, nth: number): string {
  if (!(nth >= 1 && nth <= workersMax)) throw new RangeError(`no writer ${nth} of ${family} can be assigned`);
  return `${family}-${nth}`;
}

/** Assigns a writer to an engine, which owns nothing with it yet. @param fromId ids that it assigns are above it */
export async function assignWriter(
  { client }: Transaction,
  writer: string,
  holder: string,
  fromId: number,
): Promise<void> {
  const { rowCount } = await client.query(
    `INSERT INTO writer_fences AS fence (writer, epoch, last_id, holder) VALUES ($1, 1, $3, $2)
     ON CONFLICT (writer) DO UPDATE
       SET epoch = fence.epoch + 1, last_id = greatest(fence.last_id, $3), holder = $2
     WHERE fence.holder IS NULL`,
    [writer, holder, fromId],
  );
  if (rowCount !== 1) throw new Error(`the writer ${writer} is assigned already`);
}

interface Move {
  readonly duties: readonly string[];
  readonly from: string;
  readonly to: string;
  readonly at: Ms;
}

/** Duties with their new epochs. */
interface Moved {
  readonly epochs: ReadonlyMap<string, number>;
  /** Ids that the new owner assigns are above it. */
  readonly fromId: number;
}

/**
 * Gives duties of one writer to another.
 *
 * @throws Error when one of them is not the first one's: memory is behind the store, which is a broken invariant
 */
export async function moveDuties({ client }: Transaction, { duties, from, to, at }: Move): Promise<Moved> {
  const held = await client.query<{ last_id: string }>(
    'SELECT last_id FROM writer_fences WHERE writer = $1 FOR NO KEY UPDATE',
    [from],
  );
  const lastId = Number(held.rows[0]?.last_id ?? 0);
  const { rows } = await client.query<{ duty: string; epoch: string; from_id: string }>(
    `INSERT INTO duty_owners AS owned (duty, writer, epoch, from_id, at)
     SELECT duty, $3, 1, $4, $5 FROM unnest($1::text[]) AS duty
     ON CONFLICT (duty) DO UPDATE
       SET writer = $3, epoch = owned.epoch + 1, from_id = greatest(owned.from_id, $4), at = $5
     WHERE owned.writer = $2
     RETURNING duty, epoch, from_id`,
    [duties, from, to, lastId, at],
  );
  if (rows.length !== duties.length) throw new Error(`${from} does not own all of ${duties.join(', ')}`);
  return {
    epochs: new Map(rows.map(({ duty, epoch }) => [duty, Number(epoch)])),
    fromId: Math.max(lastId, ...rows.map((row) => Number(row.from_id))),
  };
}

/**
 * Takes writers back from whoever has them, with all their duties: a batch that they have open has committed before, or
 * never will. Connections that they have open are ended first, so that none of them keeps the fence.
 *
 * @param writers by name; all that are assigned when left out
 * @returns ids that are assigned from now on are above it
 */
export async function revokeWriters(
  { client }: Transaction,
  family: string,
  at: Ms,
  writers: readonly string[] | null = null,
): Promise<{ readonly duties: readonly string[]; readonly fromId: number }> {
  const assigned = await client.query<{ writer: string }>(
    `SELECT writer FROM writer_fences WHERE writer LIKE $1 AND ($2::text[] IS NULL OR writer = ANY ($2)) ORDER BY writer`,
    [`${family}-%`, writers],
  );
  const names = assigned.rows.map(({ writer }) => writer);
  await client.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = ANY ($1)`,
    [names.map(workerApplicationName)],
  );
  const { rows: raised } = await client.query<{ last_id: string }>(
    `UPDATE writer_fences SET epoch = epoch + 1, holder = NULL WHERE writer = ANY ($1) RETURNING last_id`,
    [names],
  );
  const fromId = Math.max(0, ...raised.map((row) => Number(row.last_id)));
  const { rows } = await client.query<{ duty: string }>(
    `UPDATE duty_owners SET writer = $1, epoch = epoch + 1, from_id = greatest(from_id, $3), at = $4
      WHERE writer = ANY ($2) RETURNING duty`,
    [family, names, fromId, at],
  );
  return { duties: rows.map(({ duty }) => duty), fromId };
}
