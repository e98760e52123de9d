import type { CandleColumns } from '../kline/candle-store.ts';
import { type Indicator, linesOfPeriods } from './indicator.ts';

/**
 * EMA: each close weighs 2 / (period + 1) against what came before; it starts from the plain mean of the
 * first `period` closes, as the common charting tools do.
 */
export function createExponentialAverage(candles: CandleColumns, periods: readonly number[]): Indicator {
  return linesOfPeriods(candles, periods, (period, from, line) => {
    exponentialMean(candles.closes, candles.length, period, 0, from, line);
  });
}

/**
 * The exponential mean of `values`, whose first defined value stands at `begin`, from index `from` on.
 * The first mean stands at `begin + period - 1` and is plain.
 */
export function exponentialMean(
  values: Float64Array,
  length: number,
  period: number,
  begin: number,
  from: number,
  mean: Float64Array,
): void {
  const seedAt = begin + period - 1;
  mean.fill(Number.NaN, Math.min(from, length), Math.min(length, seedAt));
  let index = from;
  if (index <= seedAt) {
    if (seedAt >= length) return;
    let sum = 0;
    for (let back = begin; back <= seedAt; back += 1) sum += values[back]!;
    mean[seedAt] = sum / period;
    index = seedAt + 1;
  }
  const weight = 2 / (period + 1);
  for (; index < length; index += 1) {
    const before = mean[index - 1]!;
    mean[index] = before + (values[index]! - before) * weight;
  }
}
