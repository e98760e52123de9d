import { dayMs, minuteMs } from '../core/durations.ts';

/** Hours of every day in which a merchant trades, in minutes of the day at an offset from UTC. */
export interface OpeningHours {
  /** First minute. */
  readonly from: number;
  /** First minute after it; before `from` it is one of the next day. */
  readonly to: number;
  readonly offsetMinutes: number;
}

const dayMinutes = dayMs / minuteMs;

/** Whether hours cover a moment. @param hours null: always open */
export function isOpenAt(hours: OpeningHours | null, nowMs: number): boolean {
  if (hours === null) return true;
  const { from, to, offsetMinutes } = hours;
  const now = (((Math.floor(nowMs / minuteMs) + offsetMinutes) % dayMinutes) + dayMinutes) % dayMinutes;
  return from < to ? from <= now && now < to : from <= now || now < to;
}
