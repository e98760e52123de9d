import { randomBytes } from 'node:crypto';
import { and, desc, eq, inArray, isNull, lt, notInArray } from 'drizzle-orm';
import type { CheckedInput } from '../../contract/calls.ts';
import type { Clock } from '../clock.ts';
import { Refusal } from '../refusal.ts';
import type { Database, Transaction } from '../store/database.ts';
import type { KeptImage } from './kept-image.ts';
import { files } from './tables.ts';

/** What an image was uploaded for; it can be used for nothing else. */
export type FilePurpose = CheckedInput<'POST api/upload/img'>['purpose'];

/** The images people uploaded. */
export interface Files {
  /** Keeps an image of a person; the oldest unused ones give way past the most a person may have. Answers its id. */
  keep(owner: bigint, purpose: FilePurpose, image: KeptImage): Promise<string>;
  /**
   * Takes a person's own, unused files of a purpose into use, inside the transaction that needs them. A used file is
   * never swept, and is used once.
   *
   * @param usedBy what they belong to, as in `real-name 12`
   * @throws Refusal `uploadPhotos` when one is not theirs, of another purpose, in use, named twice, or not there
   */
  use(tx: Transaction, owner: bigint, purpose: FilePurpose, ids: readonly string[], usedBy: string): Promise<void>;
  /** Lets files go that a person no longer uses, as a picture that was replaced. */
  release(tx: Transaction, owner: bigint, ids: readonly string[]): Promise<void>;
  /** The bytes of a person's own file (JPEG); null for any other id, whoever's it is. */
  read(owner: bigint, id: string): Promise<Buffer | null>;
  /** Removes files that nothing used for a day. */
  sweep(): Promise<void>;
}

/** A file that nothing uses lives this long. */
export const unusedFileLifeMs = 24 * 3_600_000;
/** Files a person may have that nothing uses. */
const unusedFilesPerPerson = 30;
const idBytes = 16;

export function createFiles(database: Database, clock: Clock): Files {
  return {
    async keep(owner, purpose, image) {
      const id = randomBytes(idBytes).toString('base64url');
      await database.transaction(async (tx) => {
        await tx.drizzle.insert(files).values({ id, owner, purpose, ...image, at: clock() });
        const unused = and(eq(files.owner, owner), isNull(files.usedBy));
        const kept = tx.drizzle
          .select({ id: files.id })
          .from(files)
          .where(unused)
          .orderBy(desc(files.at), desc(files.id))
          .limit(unusedFilesPerPerson);
        await tx.drizzle.delete(files).where(and(unused, notInArray(files.id, kept)));
      });
      return id;
    },
    async use(tx, owner, purpose, ids, usedBy) {
      const isFree = and(eq(files.owner, owner), eq(files.purpose, purpose), isNull(files.usedBy));
      const taken = await tx.drizzle
        .update(files)
        .set({ usedBy })
        .where(and(inArray(files.id, [...ids]), isFree))
        .returning({ id: files.id });
      if (taken.length !== ids.length) throw new Refusal('uploadPhotos');
    },
    async release(tx, owner, ids) {
      await tx.drizzle.delete(files).where(and(eq(files.owner, owner), inArray(files.id, [...ids])));
    },
    async read(owner, id) {
      return readBytes(database, and(eq(files.id, id), eq(files.owner, owner)));
    },
    async sweep() {
      await database.drizzle.delete(files).where(and(isNull(files.usedBy), lt(files.at, clock() - unusedFileLifeMs)));
    },
  };
}

/** The bytes of any file, for the reviewer at the console; null when it is not there. */
export async function readFileForReview(database: Database, id: string): Promise<Buffer | null> {
  return readBytes(database, eq(files.id, id));
}

async function readBytes(database: Database, which: ReturnType<typeof and>): Promise<Buffer | null> {
  const [row] = await database.drizzle.select({ bytes: files.bytes }).from(files).where(which);
  return row?.bytes ?? null;
}
