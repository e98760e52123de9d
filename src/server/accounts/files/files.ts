import { randomBytes } from 'node:crypto';
import { and, desc, eq, inArray, isNull, notInArray } from 'drizzle-orm';
import { dayMs } from '#protocol/core/durations.ts';
import type { CheckedInput } from '#protocol/calls.ts';
import type { Clock } from '#server/core/clock/clock.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import type { Database, Transaction } from '#server/core/store/database.ts';
import { factsOf, readFile } from './file-bytes.ts';
import type { ReencodedImage } from './reencoded-image.ts';
import { announceObject, claimObject, removeDue, unclaimedObjectLifeMs } from './object-removals.ts';
import { noObjectStores, type ObjectStores } from './object-stores.ts';
import { files } from './tables.ts';

/** The purpose of an uploaded image, which is its only permitted use. */
export type FilePurpose = CheckedInput<'POST api/upload/img'>['purpose'] | 'payment-proof';

/** The images users uploaded. */
export interface Files {
  /**
   * Stores an image of a user; beyond the limit per user the oldest unused ones are evicted. Returns its id once the
   * image and its row are durable.
   *
   * @throws FileStoreAway when its bytes could not be written; then no file was created
   */
  keep(owner: bigint, purpose: FilePurpose, image: ReencodedImage): Promise<string>;
  /**
   * Takes a user's own, unused files of a purpose into use, inside the transaction that needs them. A used file is
   * never swept, and is used once.
   *
   * @param usedBy their owner record, as in `real-name 12`
   * @throws Refusal `uploadPhotos` when one is not theirs, of another purpose, in use, repeated, or missing
   */
  use(tx: Transaction, owner: bigint, purpose: FilePurpose, ids: readonly string[], usedBy: string): Promise<void>;
  /** Releases files that a user no longer uses, such as a replaced picture. */
  release(tx: Transaction, owner: bigint, ids: readonly string[]): Promise<void>;
  /**
   * The bytes of a user's own file (JPEG); null for any other id, and for a payment proof: that is read through its order.
   *
   * @throws FileStoreAway, FileDamaged
   */
  read(owner: bigint, id: string): Promise<Buffer | null>;
  /** The bytes of any file; the caller has checked access. Throws as `read`. */
  readAny(id: string): Promise<Buffer | null>;
  /**
   * Removes files unused for a day, and bytes that no file references, in batches.
   *
   * @param isClosed whether to stop between two batches
   */
  sweep(isClosed?: () => boolean): Promise<void>;
}

/** Lifetime of an unused file. */
export const unusedFileLifeMs = dayMs;
/** Most unused files per user. */
const unusedFilesPerUser = 30;
const idBytes = 16;
/** Rows removed per statement of the sweep. */
const sweptAtOnce = 500;

/** @param stores stores outside PostgreSQL */
export function createFiles(database: Database, clock: Clock, stores: ObjectStores = noObjectStores): Files {
  /** Writes the bytes to the configured store, without holding a transaction or connection. */
  async function write(bytes: Buffer) {
    const { current } = stores;
    if (current === null) return { bytes, place: null, object: null };
    const object = await announceObject(database, current.place, clock());
    await current.put(object, bytes);
    return { bytes: null, place: current.place, object };
  }

  return {
    async keep(owner, purpose, { bytes, width, height }) {
      const id = randomBytes(idBytes).toString('base64url');
      const written = await write(bytes);
      await database.transaction(async (tx) => {
        if (written.object !== null) await claimObject(tx, written.object);
        const row = { id, owner, purpose, width, height, ...factsOf(bytes), ...written, at: clock() };
        await tx.drizzle.insert(files).values(row);
        const unused = and(eq(files.owner, owner), isNull(files.usedBy));
        const kept = tx.drizzle
          .select({ id: files.id })
          .from(files)
          .where(unused)
          .orderBy(desc(files.at), desc(files.id))
          .limit(unusedFilesPerUser);
        await tx.drizzle.delete(files).where(and(unused, notInArray(files.id, kept)));
      });
      return id;
    },
    use: useFiles,
    release: releaseFiles,
    read: (owner, id) => readFile(database, stores, id, owner),
    readAny: (id) => readFile(database, stores, id, null),
    async sweep(isClosed = () => false) {
      await removeUnused(database, clock() - unusedFileLifeMs, isClosed);
      await removeDue(database, stores, clock, isClosed);
      await stores.current?.tidy(clock() - unclaimedObjectLifeMs);
    },
  };
}

/** See `Files.use`. */
export async function useFiles(
  tx: Transaction,
  owner: bigint,
  purpose: FilePurpose,
  ids: readonly string[],
  usedBy: string,
): Promise<void> {
  const isFree = and(eq(files.owner, owner), eq(files.purpose, purpose), isNull(files.usedBy));
  const taken = await tx.drizzle
    .update(files)
    .set({ usedBy })
    .where(and(inArray(files.id, [...ids]), isFree))
    .returning({ id: files.id });
  if (taken.length !== ids.length) throw new Refusal('uploadPhotos');
}

/** See `Files.release`. */
export async function releaseFiles(tx: Transaction, owner: bigint, ids: readonly string[]): Promise<void> {
  await tx.drizzle.delete(files).where(and(eq(files.owner, owner), inArray(files.id, [...ids])));
}

async function removeUnused({ pool }: Database, before: number, isClosed: () => boolean): Promise<void> {
  while (!isClosed()) {
    const { rowCount } = await pool.query(
      `DELETE FROM files WHERE id = ANY(ARRAY(
         SELECT id FROM files WHERE used_by IS NULL AND at < $1 ORDER BY at LIMIT ${sweptAtOnce})) AND used_by IS NULL`,
      [before],
    );
    if ((rowCount ?? 0) < sweptAtOnce) return;
  }
}
