import { minuteMs } from '#protocol/core/durations.ts';
import type { SourceCandle } from '../markets/prices/price-source.ts';
import { mixBits } from './noise.ts';

/** Minutes per batch: a day. */
export const minutesMax = 1_440;

/** Adds the logarithms of prices against the model's to `out[0 … count)`, one a minute from `startMs` on. */
export type AddLogs = (out: Float64Array, startMs: number, count: number) => void;

/** The candle model of a pair. */
interface CandleTerms {
  /** Price in ticks, at least 1, by the logarithm of the price against the model's. */
  readonly asTicks: (log: number) => number;
  /** The track of busy and quiet times, one value a minute, as `AddLogs` adds them. */
  readonly addVolume: AddLogs;
  readonly wickSeed: number;
  /** How far a minute's extremes may lie beyond its open and close, as a share of the price. */
  readonly wickReach: number;
  readonly lotsPerMinute: number;
}

/**
 * Builds candles from a path: `size` of them, each of `count` minutes, from `startMs` on. At most a day of minutes
 * together.
 *
 * @throws Error for fewer than one or more than a day
 */
export function candleMaker({ asTicks, addVolume, wickSeed, wickReach, lotsPerMinute }: CandleTerms) {
  // One day at a time, so that years need no more memory than a day.
  const edges = new Float64Array(minutesMax + 1);
  const bustle = new Float64Array(minutesMax);

  function candles(startMs: number, count: number, size: number, prices: AddLogs): SourceCandle[] {
    const all = count * size;
    if (count < 1 || size < 1 || all > minutesMax) throw new Error(`${size} candles of ${count} minutes`);
    edges.fill(0, 0, all + 1);
    bustle.fill(0, 0, all);
    prices(edges, startMs, all + 1);
    addVolume(bustle, startMs, all);
    return Array.from({ length: size }, (_, at) => fold(startMs, at * count, count));
  }

  /** @param from the first of the minutes that are worked out, `count` how many make the candle */
  function fold(startMs: number, from: number, count: number): SourceCandle {
    const firstMinute = Math.floor(startMs / minuteMs);
    const first = asTicks(edges[from] ?? 0);
    let open = first;
    let high = 0;
    let low = Number.MAX_SAFE_INTEGER;
    let lotsTraded = 0;
    let turnover = 0n;
    // The value of some minutes stays a whole number below 2^53, then moves into the bigint.
    let part = 0;
    for (let index = from; index < from + count; index += 1) {
      const close = asTicks(edges[index + 1] ?? 0);
      const dice = mixBits(wickSeed ^ mixBits(firstMinute + index));
      const upper = (dice & 0x3ff) / 0x400;
      const lower = ((dice >>> 10) & 0x3ff) / 0x400;
      const size = (dice >>> 20) / 0x1000;
      const top = Math.max(open, close);
      const bottom = Math.min(open, close);
      const reach = top * wickReach;
      high = Math.max(high, top + Math.round(upper * upper * reach));
      low = Math.min(low, Math.max(1, bottom - Math.round(lower * lower * reach)));
      const share = 0.3 + 1.2 * size * size + (0.8 * (top - bottom)) / (reach + 1);
      const lots = Math.max(1, Math.round(lotsPerMinute * bustleFactor(bustle[index] ?? 0) * share));
      const value = lots * Math.round((open + close) / 2);
      lotsTraded += lots;
      if (part + value > Number.MAX_SAFE_INTEGER) {
        turnover += BigInt(part);
        part = 0;
      }
      part += value;
      open = close;
    }
    return {
      startMs: startMs + from * minuteMs,
      open: first,
      high,
      low,
      close: open,
      volume: BigInt(lotsTraded),
      turnover: turnover + BigInt(part),
    };
  }

  return candles;
}

/** How much more or less than usual is traded; like an exponential, but cheap enough for years of minutes. */
export function bustleFactor(track: number): number {
  const quarter = Math.max(0.3, 0.94 + track / 4);
  return quarter * quarter * quarter * quarter;
}
