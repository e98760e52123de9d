import type { CandleColumns } from '../kline/candle-store.ts';
import type { Indicator } from './indicator.ts';
import { fitted } from './indicator.ts';

/** What a market that did not move counts as. */
const neutral = 50;

interface Strength {
  readonly period: number;
  gain: Float64Array<ArrayBuffer>;
  loss: Float64Array<ArrayBuffer>;
  value: Float64Array<ArrayBuffer>;
}

/**
 * RSI after Wilder: the share of gains in all movement of the close, in percent; the dependencies of gains and
 * losses start plain over the first `period` changes and then each change weighs 1 / period.
 */
export function createRsi(candles: CandleColumns, periods: readonly number[]): Indicator {
  const strengths = periods.map((period): Strength => {
    return { period, gain: new Float64Array(0), loss: new Float64Array(0), value: new Float64Array(0) };
  });
  return {
    get lines() {
      return strengths.map((strength) => strength.value);
    },
    compute(from) {
      for (const strength of strengths) {
        strength.gain = fitted(strength.gain, candles);
        strength.loss = fitted(strength.loss, candles);
        strength.value = fitted(strength.value, candles);
        computeStrength(candles.closes, candles.length, from, strength);
      }
    },
  };
}

function computeStrength(closes: Float64Array, length: number, from: number, strength: Strength): void {
  const { period, gain, loss, value } = strength;
  for (let index = from; index < length; index += 1) {
    if (index < period) {
      value[index] = Number.NaN;
      continue;
    }
    if (index === period) {
      gain[index] = meanMove(closes, period, 1);
      loss[index] = meanMove(closes, period, -1);
    } else {
      const change = closes[index]! - closes[index - 1]!;
      gain[index] = gain[index - 1]! + (Math.max(change, 0) - gain[index - 1]!) / period;
      loss[index] = loss[index - 1]! + (Math.max(-change, 0) - loss[index - 1]!) / period;
    }
    const moved = gain[index]! + loss[index]!;
    value[index] = moved > 0 ? (gain[index]! / moved) * 100 : neutral;
  }
}

/** The mean of the first `period` changes in one direction (1 up, −1 down), as positive figures. */
function meanMove(closes: Float64Array, period: number, direction: 1 | -1): number {
  let sum = 0;
  for (let index = 1; index <= period; index += 1) {
    sum += Math.max(0, (closes[index]! - closes[index - 1]!) * direction);
  }
  return sum / period;
}
