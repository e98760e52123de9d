import type { CandleColumns } from '../kline/candle-store.ts';
import { type Indicator, linesOfPeriods } from './indicator.ts';

/**
 * MA: the mean of the last `period` closes, one line per period.
 *
 * @param periods candles, each at least 1
 */
export function createMovingAverage(candles: CandleColumns, periods: readonly number[]): Indicator {
  return linesOfPeriods(candles, periods, (period, from, line) => {
    slidingMean(candles.closes, candles.length, period, from, line);
  });
}

/** The mean of the last `period` values, from index `from` on; `NaN` before there are enough. */
function slidingMean(values: Float64Array, length: number, period: number, from: number, mean: Float64Array): void {
  mean.fill(Number.NaN, from, Math.min(length, period - 1));
  const first = Math.max(from, period - 1);
  if (first >= length) return;
  let sum = 0;
  for (let index = first - period + 1; index < first; index += 1) sum += values[index]!;
  for (let index = first; index < length; index += 1) {
    sum += values[index]!;
    mean[index] = sum / period;
    sum -= values[index - period + 1]!;
  }
}
