import { StoreUnavailable } from '../../core/failures/store-unavailable.ts';

/** One page of what a store holds. */
export interface ObjectPage {
  readonly objects: readonly string[];
  /** Where the next page goes on; null after the last one. */
  readonly next: string | null;
}

/**
 * Where bytes of files lie outside of PostgreSQL: a directory or a bucket. An object is written once under a name of its
 * own and never changed, so a late write and a late removal never meet. Every method ends within `storeAnswersWithinMs`.
 */
export interface ObjectStore {
  /** What rows name it by: everything needed to find it again but the credentials. */
  readonly place: string;
  /**
   * Makes sure that it can be written and read.
   *
   * @param isNew no row names this place yet: what is missing of it may be made
   * @throws FileStoreAway
   */
  check(isNew: boolean): Promise<void>;
  /** Writes an object; when it resolves the bytes are durable. @throws FileStoreAway, then it may be there or not */
  put(object: string, bytes: Buffer): Promise<void>;
  /** The bytes as they are there, unchecked; null when there is no such object. @throws FileStoreAway */
  get(object: string): Promise<Buffer | null>;
  /** Removes an object; one that is not there is as good as removed. @throws FileStoreAway */
  remove(object: string): Promise<void>;
  /** A page of the names of its objects, in any steady order. @throws FileStoreAway */
  list(cursor: string | null): Promise<ObjectPage>;
  /** Removes what writes that never ended left behind before a moment. @throws FileStoreAway */
  tidy(beforeMs: number): Promise<void>;
}

/**
 * The directory or bucket does not answer, is full, or refuses these settings. Nothing that a user could see was done,
 * so they hear `busyRetry` (4013) as for any other store that is away.
 */
export class FileStoreAway extends StoreUnavailable {}

/** Every question to a store of files is answered or given up within this. */
export const storeAnswersWithinMs = 4_500;
/** The largest object: an image as it is kept is far smaller. */
export const objectMaxBytes = 16 * 1024 * 1024;
/** Names that one page of a list holds at most. */
export const objectsPerPage = 1_000;

/** Hexadecimal, so that a file system that takes `a` for `A` keeps all of them apart. */
export const objectName = /^[0-9a-f]{32}$/;
/** Not an object: what `check` writes and reads. */
export const probeName = 'probe';

/** @throws Error for anything but a name that the exchange made: names of objects never come from users */
export function assertObjectName(object: string): void {
  if (!objectName.test(object)) throw new Error('this is no name of an object');
}
