import { dayMs, hourMs, minuteMs } from '../core/durations.ts';

/** K-line intervals with their length; a month has no fixed length, so its value is only its order of size. */
export const intervals = {
  '1m': minuteMs,
  '3m': 3 * minuteMs,
  '5m': 5 * minuteMs,
  '15m': 15 * minuteMs,
  '30m': 30 * minuteMs,
  '1h': hourMs,
  '2h': 2 * hourMs,
  '4h': 4 * hourMs,
  '6h': 6 * hourMs,
  '12h': 12 * hourMs,
  '1d': dayMs,
  '3d': 3 * dayMs,
  '1w': 7 * dayMs,
  '1M': 30 * dayMs,
} as const;

/** A K-line interval. */
export type Interval = keyof typeof intervals;

export const intervalNames = Object.keys(intervals) as readonly Interval[];

/** Whether its candles consist of whole days. */
export function isWholeDays(interval: Interval): boolean {
  return intervals[interval] >= dayMs;
}

/** The first Monday of the epoch, 1970-01-05: weeks start on Monday. */
const firstMondayMs = 4 * dayMs;

/**
 * Start of the candle that holds a moment, in UTC: days start at midnight, three days count from the epoch, weeks start
 * on Monday, months on the first.
 *
 * @param atMs epoch milliseconds
 */
export function candleStart(atMs: number, interval: Interval): number {
  if (interval === '1M') {
    const date = new Date(atMs);
    return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
  }
  const lengthMs = intervals[interval];
  const originMs = interval === '1w' ? firstMondayMs : 0;
  return Math.floor((atMs - originMs) / lengthMs) * lengthMs + originMs;
}

/** Start of the candle that follows the one starting at `startMs`. */
export function nextCandleStart(startMs: number, interval: Interval): number {
  if (interval !== '1M') return startMs + intervals[interval];
  const date = new Date(startMs);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
}

/** The start of the first candle that does not start before a moment. */
export function candleCeiling(atMs: number, interval: Interval): number {
  const startMs = candleStart(atMs, interval);
  return startMs === atMs ? startMs : nextCandleStart(startMs, interval);
}
