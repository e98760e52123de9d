import type { CandleColumns } from '../kline/candle-store.ts';
import { exponentialMean } from './exponential-average.ts';
import type { Indicator } from './indicator.ts';
import { fitted } from './indicator.ts';

/**
 * MACD: DIF is the fast EMA less the slow one, DEA the EMA of DIF, and the bar twice their distance, as
 * Asian exchanges draw it. Lines: DIF, DEA, bar.
 */
export function createMacd(candles: CandleColumns, fast: number, slow: number, signal: number): Indicator {
  let fastMean = new Float64Array(0);
  let slowMean = new Float64Array(0);
  let difference = new Float64Array(0);
  let signalMean = new Float64Array(0);
  let bar = new Float64Array(0);
  const begin = Math.max(fast, slow) - 1;
  return {
    get lines() {
      return [difference, signalMean, bar];
    },
    compute(from) {
      fastMean = fitted(fastMean, candles);
      slowMean = fitted(slowMean, candles);
      difference = fitted(difference, candles);
      signalMean = fitted(signalMean, candles);
      bar = fitted(bar, candles);
      const { closes, length } = candles;
      exponentialMean(closes, length, fast, 0, from, fastMean);
      exponentialMean(closes, length, slow, 0, from, slowMean);
      for (let index = from; index < length; index += 1) difference[index] = fastMean[index]! - slowMean[index]!;
      exponentialMean(difference, length, signal, begin, from, signalMean);
      for (let index = from; index < length; index += 1) bar[index] = 2 * (difference[index]! - signalMean[index]!);
    },
  };
}
