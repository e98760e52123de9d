/**
 * Ids of orders and trades contain their creation millisecond, of which each has this many. Every writer of a family
 * has its own share of them, so that none assigns what another may have assigned.
 */
export const idsPerMs = 1_000;

/** A writer's share of the ids of a millisecond: `from` and the `count` ids from there on. */
export interface IdRange {
  readonly from: number;
  readonly count: number;
}

/** Engines that the server that owns the data can assign writers to. */
export const workersMax = 10;

const workerIds = 50;

/** What is left of a millisecond for the server that owns the data. */
export const ownerIdRange: IdRange = { from: 0, count: idsPerMs - workersMax * workerIds };

/** The range of an assigned writer. @param nth from 1 to `workersMax` */
export function workerIdRange(nth: number): IdRange {
  return { from: ownerIdRange.count + (nth - 1) * workerIds, count: workerIds };
}

/**
 * The next id of a range.
 *
 * @param last the highest id so far; one of another range counts as well
 * @returns the lowest id of the range that is above `last` and not before `nowMs`
 */
export function nextIdIn({ from, count }: IdRange, last: number, nowMs: number): number {
  const lowest = Math.max(last + 1, nowMs * idsPerMs);
  const within = lowest % idsPerMs;
  if (within < from) return lowest - within + from;
  return within < from + count ? lowest : lowest - within + idsPerMs + from;
}

/** Whether an id was assigned in a range. */
export function isInRange({ from, count }: IdRange, id: number): boolean {
  const within = id % idsPerMs;
  return within >= from && within < from + count;
}
