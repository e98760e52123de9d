import type { Ticks } from '#protocol/core/brand.ts';
import type { CandleColumns } from './candle-columns.ts';

/** A bar in ticks. */
export interface Bar {
  readonly open: Ticks;
  readonly high: Ticks;
  readonly low: Ticks;
  readonly close: Ticks;
}

/** Which bars make the candles that a strategy decides on. The bar it starts with belongs to none. */
export class Closings {
  readonly #minute: Int32Array;
  readonly #minutes: number | null;
  #first = 1;
  /** The minute at which the candle under way ends. */
  #end = 0;

  /**
   * @param minute when each bar begins
   * @param minutes of a candle; null for a strategy that hears of none
   */
  constructor(minute: Int32Array, minutes: number | null) {
    this.#minute = minute;
    this.#minutes = minutes;
  }

  /** The first bar of the candle that closes with a bar; null when none does, or it is the last bar, which may go on. */
  take(bar: number): number | null {
    if (this.#minutes === null || bar + 1 >= this.#minute.length) return null;
    // Where the candle of this bar ends: the next bar is in it, or in a later one.
    const next = this.#minute[bar + 1] ?? 0;
    if (next < this.#end) return null;
    const starts = this.#minute[bar] ?? 0;
    this.#end = starts - (starts % this.#minutes) + this.#minutes;
    if (next < this.#end) return null;
    const first = this.#first;
    this.#first = bar + 1;
    return first;
  }
}

/** The candle that the bars from a first to a last one make. */
export function candleOf({ open, high, low, close }: CandleColumns, first: number, last: number): Bar {
  let [most, least] = [high[first] ?? 0, low[first] ?? 0];
  for (let nth = first + 1; nth <= last; nth += 1) {
    most = Math.max(most, high[nth] ?? 0);
    least = Math.min(least, low[nth] ?? 0);
  }
  return { open: open[first] ?? 0, high: most, low: least, close: close[last] ?? 0 };
}
