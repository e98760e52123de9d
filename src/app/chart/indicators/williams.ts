import type { CandleColumns } from '../kline/candle-store.ts';
import type { Indicator } from './indicator.ts';
import { fitted } from './indicator.ts';
import { highestOf, lowestOf } from './price-extent.ts';

/** What a window without any range counts as. */
const neutral = -50;

/** WR: how far the close is below the highest high of `period` candles, in percent of their range, from −100 to 0. */
export function createWilliams(candles: CandleColumns, period: number): Indicator {
  let line = new Float64Array(0);
  return {
    get lines() {
      return [line];
    },
    compute(from) {
      line = fitted(line, candles);
      const { closes, highs, lows, length } = candles;
      for (let index = from; index < length; index += 1) {
        if (index < period - 1) {
          line[index] = Number.NaN;
          continue;
        }
        const high = highestOf(highs, index, period);
        const low = lowestOf(lows, index, period);
        line[index] = high > low ? ((high - closes[index]!) / (high - low)) * -100 : neutral;
      }
    },
  };
}
