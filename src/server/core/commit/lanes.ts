/**
 * Ids of orders and trades contain their creation millisecond, of which each has this many. Every writer of a family
 * has its own share of them, so that none assigns what another may have assigned.
 */
export const idsPerMs = 1_000;

/** A writer's share of the ids of a millisecond: `from` and the `count` ids from there on. */
export interface IdLane {
  readonly from: number;
  readonly count: number;
}

/** Engines that the server that owns the data can lend writers to. */
export const lentWritersMax = 10;

const lentCount = 50;

/** What is left of a millisecond for the server that owns the data. */
export const ownLane: IdLane = { from: 0, count: idsPerMs - lentWritersMax * lentCount };

/** The lane of a lent writer. @param nth from 1 to `lentWritersMax` */
export function lentLane(nth: number): IdLane {
  return { from: ownLane.count + (nth - 1) * lentCount, count: lentCount };
}

/**
 * The next id of a lane.
 *
 * @param last the highest id so far; one of another lane counts as well
 * @returns the lowest id of the lane that is above `last` and not before `nowMs`
 */
export function nextIdIn({ from, count }: IdLane, last: number, nowMs: number): number {
  const lowest = Math.max(last + 1, nowMs * idsPerMs);
  const within = lowest % idsPerMs;
  if (within < from) return lowest - within + from;
  return within < from + count ? lowest : lowest - within + idsPerMs + from;
}

/** Whether an id was assigned in a lane. */
export function isInLane({ from, count }: IdLane, id: number): boolean {
  const within = id % idsPerMs;
  return within >= from && within < from + count;
}
