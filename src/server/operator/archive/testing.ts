import { dayMs } from '#protocol/core/durations.ts';
import type { ArchiveOrder } from '#server/core/archives/archiving.ts';

/** An order of an operator to archive a partition whose rows are older than 400 days. */
export function orderToArchive(order: Pick<ArchiveOrder, 'partition' | 'folder' | 'now' | 'onStep'>): ArchiveOrder {
  return { ...order, by: 'grace', reason: 'test', minimumMs: 400 * dayMs };
}

/**
 * A minute some 700 days before a time, in the middle of its month: partitions end with a month, and what tests write in
 * the days around it must not be cut in two by that on some dates.
 */
export function longBefore(now: number): number {
  const then = new Date(now - 700 * dayMs);
  return Date.UTC(then.getUTCFullYear(), then.getUTCMonth(), 12, 12, 34);
}
