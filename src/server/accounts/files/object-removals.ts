import { randomBytes } from 'node:crypto';
import { dayMs, minuteMs } from '#protocol/core/durations.ts';
import type { Clock } from '#server/core/clock/clock.ts';
import type { Database, Transaction } from '#server/core/store/database.ts';
import { FileStoreAway } from './object-store.ts';
import { type ObjectStores, placesOf } from './object-stores.ts';

/**
 * Objects to be removed. Every object that may exist is referenced by one row: in `files` when it belongs to a file,
 * else here. A write registers its object here first, due in a day, and deletes that row in the transaction that writes
 * the file's row; a trigger restores it when the file is deleted or moved. So after any crash no file row lacks its
 * bytes, and leftovers are found without listing the store, which another exchange may share.
 */

/** Lifetime of an object whose write never completed. */
export const unclaimedObjectLifeMs = dayMs;
/** Retry delay of a failed removal. */
const retryAfterMs = 10 * minuteMs;
/** Objects per round, and concurrent removals. */
const takenAtOnce = 64;
const removedAtOnce = 8;

/**
 * Registers an object to be written.
 *
 * @returns its unique name
 */
export async function announceObject({ pool }: Pick<Database, 'pool'>, place: string, now: number): Promise<string> {
  const object = randomBytes(16).toString('hex');
  await pool.query('INSERT INTO object_removals (object, place, due_at) VALUES ($1, $2, $3)', [
    object,
    place,
    now + unclaimedObjectLifeMs,
  ]);
  return object;
}

/**
 * Removes a written object from the queue, in the transaction whose row references it from then on.
 *
 * @throws FileStoreAway when its removal has started meanwhile: the write took a day
 */
export async function claimObject({ client }: Transaction, object: string): Promise<void> {
  const { rowCount } = await client.query('DELETE FROM object_removals WHERE object = $1 AND NOT removing', [object]);
  if (rowCount !== 1) throw new FileStoreAway('an object was removed before its file was stored');
}

/**
 * Removes due objects in batches from each store, until none is left or the store is unavailable: then they are retried
 * later.
 */
export async function removeDue(
  database: Pick<Database, 'pool'>,
  stores: ObjectStores,
  clock: Clock,
  isClosed: () => boolean,
): Promise<void> {
  for (const place of await placesOf(database.pool, 'object_removals')) {
    let isMore = true;
    while (isMore && !isClosed()) isMore = await removePortion(database, stores, place, clock());
  }
}

/** @returns whether there may be more to do in this store now */
async function removePortion(
  { pool }: Pick<Database, 'pool'>,
  stores: ObjectStores,
  place: string,
  now: number,
): Promise<boolean> {
  const { rows } = await pool.query<{ object: string }>(
    `UPDATE object_removals SET removing = true, due_at = $3 WHERE object = ANY(ARRAY(
       SELECT object FROM object_removals WHERE place = $1 AND due_at <= $2
        ORDER BY due_at LIMIT ${takenAtOnce} FOR UPDATE SKIP LOCKED)) RETURNING object`,
    [place, now, now + retryAfterMs],
  );
  let isAway = false;
  for (let at = 0; at < rows.length && !isAway; at += removedAtOnce) {
    const portion = rows.slice(at, at + removedAtOnce).map(({ object }) => object);
    const outcomes = await Promise.allSettled(portion.map(async (object) => stores.at(place).remove(object)));
    const gone = portion.filter((_, nth) => outcomes[nth]?.status === 'fulfilled');
    await pool.query('DELETE FROM object_removals WHERE object = ANY($1)', [gone]);
    for (const outcome of outcomes) {
      if (outcome.status === 'fulfilled') continue;
      if (!(outcome.reason instanceof FileStoreAway)) throw outcome.reason;
      isAway = true;
    }
  }
  return !isAway && rows.length === takenAtOnce;
}
