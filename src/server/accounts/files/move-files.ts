import type { Clock } from '#server/core/clock/clock.ts';
import type { Database } from '#server/core/store/database.ts';
import { bytesOf, checked, factsOf, fileColumns, FileDamaged, type FileRow } from './file-bytes.ts';
import { announceObject, claimObject } from './object-removals.ts';
import { type ObjectStores, placesOf } from './object-stores.ts';

/** Rows per query; their bytes are read one by one, so only a few are in memory. */
const portion = 50;
const movedAtOnce = 4;

/** The progress of a move. */
export interface Moved {
  readonly moved: number;
  readonly failed: number;
}

/** Listeners of a running move. */
export interface MoveListeners {
  /** Called after each batch. */
  readonly onProgress: (soFar: Moved) => void;
  /** A file that stays where it is, because its bytes are missing or changed. */
  readonly onFault: (fault: FileDamaged) => void;
}

/** The location columns of a file. */
type Place = string | null;

/** The number of files outside the current store. */
export async function countElsewhere({ pool }: Pick<Database, 'pool'>, { current }: ObjectStores): Promise<number> {
  const { rows } = await pool.query<{ count: string }>(
    'SELECT count(*) AS count FROM files WHERE place IS DISTINCT FROM $1',
    [current?.place ?? null],
  );
  return Number(rows[0]?.count ?? 0);
}

/**
 * Moves every file to the current store: its bytes are read and verified, written durably there, then the row is
 * changed in one transaction, whose trigger queues the old bytes for removal. An interruption leaves each file readable
 * in one place or the other; a restart continues with the rest.
 *
 * @throws FileStoreAway when a store does not answer: the rest is not moved
 */
export async function moveFiles(
  database: Database,
  stores: ObjectStores,
  clock: Clock,
  { onProgress, onFault }: MoveListeners,
): Promise<Moved> {
  const target = stores.current?.place ?? null;
  const sources: Place[] = [null, ...(await placesOf(database.pool, 'files'))];
  let moved = 0;
  let failed = 0;
  for (const source of sources.filter((place) => place !== target)) {
    let after = '';
    for (;;) {
      const rows = await readPortion(database, source, after);
      for (let at = 0; at < rows.length; at += movedAtOnce) {
        const outcomes = await Promise.allSettled(
          rows.slice(at, at + movedAtOnce).map((id) => moveFile(database, stores, clock, id, source)),
        );
        for (const outcome of outcomes) {
          if (outcome.status === 'fulfilled') moved += outcome.value ? 1 : 0;
          else if (outcome.reason instanceof FileDamaged) {
            failed += 1;
            onFault(outcome.reason);
          } else throw outcome.reason;
        }
      }
      if (rows.length > 0) onProgress({ moved, failed });
      if (rows.length < portion) break;
      after = rows.at(-1) ?? after;
    }
  }
  return { moved, failed };
}

/** Ids of files in a store, in order; `after` skips those that could not be moved. */
async function readPortion({ pool }: Pick<Database, 'pool'>, place: Place, after: string): Promise<string[]> {
  const here = place === null ? 'place IS NULL AND $2::text IS NULL' : 'place = $2';
  const { rows } = await pool.query<{ id: string }>(
    `SELECT id FROM files WHERE ${here} AND id > $1 ORDER BY id LIMIT ${portion}`,
    [after, place],
  );
  return rows.map(({ id }) => id);
}

/** @returns false when the file was deleted or moved meanwhile */
async function moveFile(
  database: Database,
  stores: ObjectStores,
  clock: Clock,
  id: string,
  source: Place,
): Promise<boolean> {
  const { rows } = await database.pool.query<FileRow>(`SELECT ${fileColumns} FROM files WHERE id = $1`, [id]);
  const [row] = rows;
  if (row === undefined || row.place !== source) return false;
  const found = await bytesOf(row, stores);
  if (found === null) {
    const again = await database.pool.query('SELECT FROM files WHERE id = $1 AND object = $2', [id, row.object]);
    if (again.rowCount === 0) return false;
    throw new FileDamaged(id, 'its bytes are missing');
  }
  const bytes = checked(row, found);
  const { current } = stores;
  const object = current === null ? null : await announceObject(database, current.place, clock());
  if (current !== null && object !== null) await current.put(object, bytes);
  return database.transaction(async (tx) => {
    const { length, sha256 } = factsOf(bytes);
    const { rowCount } = await tx.client.query(
      `UPDATE files SET bytes = $1, place = $2, object = $3, length = $4, sha256 = $5
        WHERE id = $6 AND place IS NOT DISTINCT FROM $7 AND object IS NOT DISTINCT FROM $8`,
      [object === null ? bytes : null, current?.place ?? null, object, length, sha256, id, row.place, row.object],
    );
    // Unused bytes stay queued, and are removed after a day.
    if (rowCount === 1 && object !== null) await claimObject(tx, object);
    return rowCount === 1;
  });
}
