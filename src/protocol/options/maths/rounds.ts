import { dayMs } from '#protocol/core/durations.ts';

/** Times of a round, epoch milliseconds, all known before its first entry. */
export interface RoundTimes {
  /** Day (UTC) and count within it, as in `20261120-145`. */
  readonly period: string;
  readonly opensAt: number;
  readonly lockAt: number;
  readonly strikeAt: number;
  readonly settleAt: number;
}

/**
 * The times of the round with a strike: entries open for one cycle and lock before it, and it is settled a cycle after it.
 *
 * @param strikeAt a whole number of cycles
 * @param cycleMs divides a day
 * @param lockMs how long before the strike entries lock; below the cycle
 */
export function roundTimes(strikeAt: number, cycleMs: number, lockMs: number): RoundTimes {
  const day = new Date(strikeAt).toISOString().slice(0, 10).replaceAll('-', '');
  return {
    period: `${day}-${Math.floor((strikeAt % dayMs) / cycleMs) + 1}`,
    opensAt: strikeAt - cycleMs - lockMs,
    lockAt: strikeAt - lockMs,
    strikeAt,
    settleAt: strikeAt + cycleMs,
  };
}
