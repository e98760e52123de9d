import { StoreUnavailable } from '#server/core/failures/store-unavailable.ts';

/** One page of a store listing. */
export interface ObjectPage {
  readonly objects: readonly string[];
  /** Cursor of the next page; null after the last one. */
  readonly next: string | null;
}

/**
 * A store of file bytes outside PostgreSQL: a directory or a bucket. An object is written once under a unique name and
 * never changed, so a late write and a late removal never conflict. Every method ends within `storeAnswersWithinMs`.
 */
export interface ObjectStore {
  /** Its identifier in rows: everything needed to find it except the credentials. */
  readonly place: string;
  /**
   * Verifies that it can be written and read.
   *
   * @param isNew no row references it yet: missing folders may be created
   * @throws FileStoreAway
   */
  check(isNew: boolean): Promise<void>;
  /** Writes an object; durable when it resolves. @throws FileStoreAway, then it may exist or not */
  put(object: string, bytes: Buffer): Promise<void>;
  /** The stored bytes, unverified; null when there is no such object. @throws FileStoreAway */
  get(object: string): Promise<Buffer | null>;
  /** Removes an object; a missing one counts as removed. @throws FileStoreAway */
  remove(object: string): Promise<void>;
  /** A page of object names, in a stable order. @throws FileStoreAway */
  list(cursor: string | null): Promise<ObjectPage>;
  /** Removes leftovers of unfinished writes before a time. @throws FileStoreAway */
  tidy(beforeMs: number): Promise<void>;
}

/**
 * The directory or bucket does not answer, is full, or refuses the configuration. Nothing visible to users was done, so
 * they get `busyRetry` (4013) as for any other unavailable store.
 */
export class FileStoreAway extends StoreUnavailable {}

/** Timeout of every file store request. */
export const storeAnswersWithinMs = 4_500;
/** The largest object; stored images are far smaller. */
export const objectMaxBytes = 16 * 1024 * 1024;
/** Most names per page of a listing. */
export const objectsPerPage = 1_000;

/** Hexadecimal, so that names stay distinct on case-insensitive file systems. */
export const objectName = /^[0-9a-f]{32}$/;
/** Not an object: what `check` writes and reads. */
export const probeName = 'probe';

/** @throws Error for anything but a name that the exchange made: names of objects never come from users */
export function assertObjectName(object: string): void {
  if (!objectName.test(object)) throw new Error('this is no name of an object');
}
