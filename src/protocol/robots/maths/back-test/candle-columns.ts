import type { Ms } from '#protocol/core/brand.ts';
import { minuteMs } from '#protocol/core/durations.ts';

/** Candles of a pair as columns, oldest first: prices in ticks. Times without a candle are left out. */
export interface CandleColumns {
  /** Minutes of each candle. */
  readonly step: number;
  /** Whole minutes since 1970 at which each begins, rising. */
  readonly minute: Int32Array;
  readonly open: Int32Array;
  readonly high: Int32Array;
  readonly low: Int32Array;
  readonly close: Int32Array;
}

/** Time of a pair without candles. */
export interface MissingTime {
  readonly from: Ms;
  readonly minutes: number;
}

/** Longest gaps that are named; the rest is in the sum. */
const namedGapsMax = 5;

/** Columns with room for so many candles, all of them 0. */
export function emptyColumns(step: number, length: number): CandleColumns {
  const column = () => new Int32Array(length);
  return { step, minute: column(), open: column(), high: column(), low: column(), close: column() };
}

/** The candles from one on, up to another one; nothing is copied. */
export function sliceColumns(columns: CandleColumns, from: number, to = columns.minute.length): CandleColumns {
  const part = (column: Int32Array) => column.subarray(from, to);
  return {
    step: columns.step,
    minute: part(columns.minute),
    open: part(columns.open),
    high: part(columns.high),
    low: part(columns.low),
    close: part(columns.close),
  };
}

/** Where the part begins that no parameter was tuned on: two thirds are tuned on, one third is not seen (walk-forward). */
export function unseenFrom(length: number): number {
  return Math.floor((length * 2) / 3);
}

/** The time without candles between the first and the last one: how much, and the longest gaps, the longest first. */
export function missingTime({ step, minute }: CandleColumns): {
  readonly minutes: number;
  readonly longest: readonly MissingTime[];
} {
  const gaps: MissingTime[] = [];
  let minutes = 0;
  for (let nth = 1; nth < minute.length; nth += 1) {
    const before = (minute[nth - 1] ?? 0) + step;
    const gap = (minute[nth] ?? 0) - before;
    if (gap <= 0) continue;
    minutes += gap;
    gaps.push({ from: before * minuteMs, minutes: gap });
  }
  return { minutes, longest: gaps.toSorted((a, b) => b.minutes - a.minutes).slice(0, namedGapsMax) };
}
