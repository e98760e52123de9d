import { createHash } from 'node:crypto';
import type { Database } from '#server/core/store/database.ts';
import type { ObjectStores } from './object-stores.ts';

/** A file whose bytes are missing or changed. */
export class FileDamaged extends Error {
  constructor(id: string, what: string) {
    super(`file ${id}: ${what}`);
  }
}

/** Length and hash of bytes, as stored in their row. */
export function factsOf(bytes: Buffer): { readonly length: number; readonly sha256: Buffer } {
  return { length: bytes.length, sha256: createHash('sha256').update(bytes).digest() };
}

/** Location and expected hash of a file's bytes. */
export interface FileRow {
  readonly id: string;
  /** Null: stored elsewhere. */
  readonly bytes: Buffer | null;
  readonly place: string | null;
  readonly object: string | null;
  /** Null in rows older than this column. */
  readonly length: number | null;
  readonly sha256: Buffer | null;
}

export const fileColumns = 'id, bytes, place, object, length, sha256';

/**
 * The bytes of a file, checked. The row is read first and its connection released: a hanging store holds no PostgreSQL
 * connection. A file moved in between is looked up once more.
 *
 * @param owner required owner; null for any
 * @returns null when there is no such file
 * @throws FileStoreAway
 * @throws FileDamaged when its bytes are missing or changed
 */
export async function readFile(
  { pool }: Pick<Database, 'pool'>,
  stores: ObjectStores,
  id: string,
  owner: bigint | null,
): Promise<Buffer | null> {
  let missing: string | null = null;
  for (;;) {
    const { rows } = await pool.query<FileRow>(
      `SELECT ${fileColumns} FROM files
        WHERE id = $1 AND ($2::bigint IS NULL OR owner = $2 AND purpose <> 'payment-proof')`,
      [id, owner],
    );
    const [row] = rows;
    if (row === undefined) return null;
    const bytes = await bytesOf(row, stores);
    if (bytes !== null) return checked(row, bytes);
    if (row.object === missing) throw new FileDamaged(id, 'its bytes are missing');
    missing = row.object;
  }
}

/** The bytes at a row's location; null when missing. */
export async function bytesOf(row: FileRow, stores: ObjectStores): Promise<Buffer | null> {
  if (row.bytes !== null) return row.bytes;
  if (row.place === null || row.object === null) throw new Error(`file ${row.id} is nowhere`);
  return stores.at(row.place).get(row.object);
}

/** @throws FileDamaged when the bytes do not match the row */
export function checked(row: FileRow, bytes: Buffer): Buffer {
  if (row.length !== null && row.length !== bytes.length) {
    throw new FileDamaged(row.id, `${bytes.length} bytes instead of ${row.length}`);
  }
  if (row.sha256 !== null && !factsOf(bytes).sha256.equals(row.sha256)) {
    throw new FileDamaged(row.id, 'its bytes were changed');
  }
  return bytes;
}
