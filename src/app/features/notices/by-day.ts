import { dayMs, hourMs } from '../../../protocol/durations.ts';
import type { Notice } from '../../../protocol/entities/content.ts';

/**
 * Parts notices into those of today and those before, by the day at the user's offset.
 *
 * @param nowMs server time
 * @param offsetHours whole hours from UTC
 */
export function byDay(
  notices: readonly Notice[],
  nowMs: number,
  offsetHours: number,
): { readonly today: Notice[]; readonly before: Notice[] } {
  const offsetMs = offsetHours * hourMs;
  const todayStartMs = Math.floor((nowMs + offsetMs) / dayMs) * dayMs - offsetMs;
  return {
    today: notices.filter((notice) => notice.at >= todayStartMs),
    before: notices.filter((notice) => notice.at < todayStartMs),
  };
}
