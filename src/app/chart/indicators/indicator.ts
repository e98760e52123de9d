import type { CandleColumns } from '../kline/candle-store.ts';

/**
 * An indicator over the candles: one or more lines, each as long as the candles, `NaN` where the
 * indicator has no value yet. `compute(from)` brings the lines up to date from candle `from` on and
 * relies on everything before it being right: a tick costs the tail, a new page of history costs all.
 */
export interface Indicator {
  /** The current lines, in drawing order; the arrays change when the candles grow. */
  readonly lines: readonly Float64Array[];
  compute(from: number): void;
}

/** The column itself when it has room for all candles, else a larger copy. */
export function fitted(column: Float64Array<ArrayBuffer>, candles: CandleColumns): Float64Array<ArrayBuffer> {
  if (column.length >= candles.length) return column;
  const larger = new Float64Array(candles.times.length);
  larger.set(column);
  return larger;
}

/**
 * An indicator of the closes with one line per period.
 *
 * @param fill writes the line of a period from a candle on
 */
export function linesOfPeriods(
  candles: CandleColumns,
  periods: readonly number[],
  fill: (period: number, from: number, line: Float64Array) => void,
): Indicator {
  let lines = periods.map(() => new Float64Array(0));
  return {
    get lines() {
      return lines;
    },
    compute(from) {
      lines = lines.map((line) => fitted(line, candles));
      for (const [at, period] of periods.entries()) fill(period, from, lines[at]!);
    },
  };
}
