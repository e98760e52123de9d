import { randomBytes } from 'node:crypto';
import { dayMs, minuteMs } from '../../../protocol/durations.ts';
import type { Clock } from '../../core/clock/clock.ts';
import type { Database, Transaction } from '../../core/store/database.ts';
import { FileStoreAway } from './object-store.ts';
import { type ObjectStores, placesOf } from './object-stores.ts';

/**
 * Objects that are to go. Every object that may exist is named by one row: in `files` when it is somebody's file, here
 * when it is nobody's. A write names its object here first, due in a day, and takes that row away in the transaction
 * that writes the row of the file; a trigger puts it back when the file goes or moves. So whatever breaks off in between,
 * no row of a file lacks its bytes, and what is left over is found without listing the store, which another exchange may
 * be using too.
 */

/** An object whose write was never finished lives this long. */
export const unclaimedObjectLifeMs = dayMs;
/** A removal that failed comes again after this. */
const retryAfterMs = 10 * minuteMs;
/** Objects that one round takes from the queue, and those that are asked for at once. */
const takenAtOnce = 64;
const removedAtOnce = 8;

/**
 * Names an object that is going to be written.
 *
 * @returns its name, which was never used before
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
 * Takes an object that was written out of the queue, in the transaction whose row names it from then on.
 *
 * @throws FileStoreAway when it was taken up for removal meanwhile: the write took a day
 */
export async function claimObject({ client }: Transaction, object: string): Promise<void> {
  const { rowCount } = await client.query('DELETE FROM object_removals WHERE object = $1 AND NOT removing', [object]);
  if (rowCount !== 1) throw new FileStoreAway('an object was given up before its file was kept');
}

/**
 * Removes the objects that are due, in portions, from each store until it is empty of them or away: then they come again
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

/** @returns whether there may be more to do at this place now */
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
