import type { CandleColumns } from '../kline/candle-store.ts';
import type { Indicator } from './indicator.ts';
import { fitted } from './indicator.ts';

/**
 * BOLL: the mean of the last `period` closes, and that mean plus and minus `width` standard deviations of
 * the same closes. Lines: middle, upper, lower.
 *
 * Each window is summed afresh: differences from the mean keep their digits, which a running sum of
 * squares of large prices would lose.
 */
export function createBollinger(candles: CandleColumns, period: number, width: number): Indicator {
  let middle = new Float64Array(0);
  let upper = new Float64Array(0);
  let lower = new Float64Array(0);
  return {
    get lines() {
      return [middle, upper, lower];
    },
    compute(from) {
      middle = fitted(middle, candles);
      upper = fitted(upper, candles);
      lower = fitted(lower, candles);
      const { closes, length } = candles;
      for (let index = from; index < length; index += 1) {
        if (index < period - 1) {
          middle[index] = upper[index] = lower[index] = Number.NaN;
          continue;
        }
        let sum = 0;
        for (let back = index - period + 1; back <= index; back += 1) sum += closes[back]!;
        const mean = sum / period;
        let squares = 0;
        for (let back = index - period + 1; back <= index; back += 1) squares += (closes[back]! - mean) ** 2;
        const reach = width * Math.sqrt(squares / period);
        middle[index] = mean;
        upper[index] = mean + reach;
        lower[index] = mean - reach;
      }
    },
  };
}
