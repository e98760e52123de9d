import type { CandleColumns } from '../kline/candle-store.ts';
import type { Indicator } from './indicator.ts';
import { fitted } from './indicator.ts';
import { highestOf, lowestOf } from './price-extent.ts';

/** Where K and D stand before the first value, and what a window without any range counts as: neither high nor low. */
const neutral = 50;

/**
 * KDJ: RSV is where the close stands between the lowest low and the highest high of `period` candles, in
 * percent; K smooths RSV, D smooths K, J = 3K − 2D. Lines: K, D, J.
 */
export function createKdj(candles: CandleColumns, period: number, smoothK: number, smoothD: number): Indicator {
  let k = new Float64Array(0);
  let d = new Float64Array(0);
  let j = new Float64Array(0);
  return {
    get lines() {
      return [k, d, j];
    },
    compute(from) {
      k = fitted(k, candles);
      d = fitted(d, candles);
      j = fitted(j, candles);
      const { closes, highs, lows, length } = candles;
      for (let index = from; index < length; index += 1) {
        if (index < period - 1) {
          k[index] = d[index] = j[index] = Number.NaN;
          continue;
        }
        const first = index === period - 1;
        const high = highestOf(highs, index, period);
        const low = lowestOf(lows, index, period);
        const raw = high > low ? ((closes[index]! - low) / (high - low)) * 100 : neutral;
        const lastK = first ? neutral : k[index - 1]!;
        const lastD = first ? neutral : d[index - 1]!;
        const nowK = lastK + (raw - lastK) / smoothK;
        const nowD = lastD + (nowK - lastD) / smoothD;
        k[index] = nowK;
        d[index] = nowD;
        j[index] = 3 * nowK - 2 * nowD;
      }
    },
  };
}
