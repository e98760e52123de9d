import type { OpeningHours } from '#protocol/p2p/opening-hours.ts';

/** Steps of opening hours, in minutes. */
const stepMinutes = 30;
const dayMinutes = 24 * 60;

/** Every half hour of the day, as minutes of it. */
export const halfHours: readonly number[] = Array.from(
  { length: dayMinutes / stepMinutes },
  (_, step) => step * stepMinutes,
);

/** Minutes of the day as a clock shows them: `09:00`. */
export function clockText(minutes: number): string {
  const two = (part: number) => String(part).padStart(2, '0');
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

/** Hours with another begin or end; the two never meet, which would be no time at all. */
export function withTime(hours: OpeningHours, end: 'from' | 'to', minutes: number): OpeningHours {
  const next = { ...hours, [end]: minutes };
  if (next.from !== next.to) return next;
  const moved = (minutes + (end === 'from' ? stepMinutes : dayMinutes - stepMinutes)) % dayMinutes;
  return end === 'from' ? { ...next, to: moved } : { ...next, from: moved };
}
