import type { Database } from '#server/core/store/database.ts';
import { readFile } from './file-bytes.ts';
import type { ObjectStores } from './object-stores.ts';

const portion = 100;
/** Most names of unknown objects held in memory; the rest is found by the next check. */
const unknownMax = 100_000;

/** Result of a check. */
export interface FileCheck {
  readonly read: number;
  /** Files whose bytes are missing, changed, or unreachable. */
  readonly faults: number;
  /** Objects in the current store that no row references. */
  readonly unknown: readonly string[];
  /** Whether the list is complete. */
  readonly isAll: boolean;
}

/**
 * Reads every file as its owner would, and looks for objects without a row, as left when PostgreSQL was restored from a
 * backup. Only reports them: another exchange may own them.
 *
 * @param onFault called for each file that cannot be read
 */
export async function checkFiles(
  database: Pick<Database, 'pool'>,
  stores: ObjectStores,
  onFault: (fault: string) => void,
): Promise<FileCheck> {
  let read = 0;
  let faults = 0;
  let after = '';
  for (;;) {
    const { rows } = await database.pool.query<{ id: string }>(
      `SELECT id FROM files WHERE id > $1 ORDER BY id LIMIT ${portion}`,
      [after],
    );
    for (const { id } of rows) {
      read += 1;
      try {
        await readFile(database, stores, id, null);
      } catch (error) {
        faults += 1;
        onFault(error instanceof Error ? `${id}: ${error.message}` : id);
      }
    }
    if (rows.length < portion) break;
    after = rows.at(-1)?.id ?? after;
  }
  return { read, faults, ...(await findUnknown(database, stores)) };
}

async function findUnknown({ pool }: Pick<Database, 'pool'>, { current }: ObjectStores) {
  const unknown: string[] = [];
  let cursor: string | null = null;
  if (current === null) return { unknown, isAll: true };
  do {
    const page: Awaited<ReturnType<typeof current.list>> = await current.list(cursor);
    // Queried after listing: every listed object was announced before it was written.
    const { rows } = await pool.query<{ object: string }>(
      `SELECT object FROM unnest($1::text[]) AS listed (object)
        WHERE NOT EXISTS (SELECT FROM files f WHERE f.object = listed.object)
          AND NOT EXISTS (SELECT FROM object_removals r WHERE r.object = listed.object)
        ORDER BY object`,
      [page.objects],
    );
    unknown.push(...rows.map(({ object }) => object));
    cursor = page.next;
  } while (cursor !== null && unknown.length < unknownMax);
  return { unknown, isAll: cursor === null };
}

/** Has unknown objects removed by the next sweep. */
export async function removeUnknown(
  { pool }: Pick<Database, 'pool'>,
  { current }: ObjectStores,
  unknown: readonly string[],
): Promise<void> {
  if (current === null) return;
  for (let at = 0; at < unknown.length; at += portion) {
    await pool.query(
      `INSERT INTO object_removals (object, place, due_at)
       SELECT object, $2, 0 FROM unnest($1::text[]) AS unknown (object) ON CONFLICT DO NOTHING`,
      [unknown.slice(at, at + portion), current.place],
    );
  }
}
