import type { Notice } from '#protocol/content/entities.ts';
import { type HoursAt, localDay } from '#app/platform/format/time-format.ts';

/**
 * Parts notices into those of today and those before, by the day in the user's zone.
 *
 * @param nowMs server time
 * @param hoursAt of that zone
 */
export function byDay(
  notices: readonly Notice[],
  nowMs: number,
  hoursAt: HoursAt,
): { readonly today: Notice[]; readonly before: Notice[] } {
  const today = localDay(nowMs, hoursAt);
  return {
    today: notices.filter((notice) => localDay(notice.at, hoursAt) >= today),
    before: notices.filter((notice) => localDay(notice.at, hoursAt) < today),
  };
}
