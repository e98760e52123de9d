import { hourMs } from '../../../protocol/core/durations.ts';
import { clockOf, secondsUntil } from '../options/round/round-times.ts';

/** What is left of a day, as in `14:18:42`. @param endsAt epoch milliseconds of the server */
export function leftOfDay(endsAt: number, now: number): string {
  const seconds = secondsUntil(endsAt, now);
  const hours = Math.floor((seconds * 1_000) / hourMs);
  return `${hours.toString().padStart(2, '0')}:${clockOf(seconds % 3_600)}`;
}
