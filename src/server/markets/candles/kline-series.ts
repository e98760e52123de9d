import type { Candle, Pair } from '#protocol/market-data/entities/market.ts';
import { fromUnitsFixed } from '#protocol/core/decimal.ts';
import {
  candleCeiling,
  candleStart,
  type Interval,
  intervals,
  nextCandleStart,
} from '#protocol/market-data/intervals.ts';
import { hasTradingTime, type TradingHours, tradingSpanStart } from '../engine/trading-sessions.ts';
import type { SourceCandle } from '../prices/price-source.ts';
import type { Span } from './store.ts';

/** Series cached in memory, one per pair and interval. The least recently used is evicted. */
const seriesMax = 160;
/** Closed candles cached per series; older ones are composed again when a user scrolls that far. */
const keptCandlesMax = 3_000;
/** How often a time without candles is passed by to find older ones, each time so many times as far back. */
const olderTries = 4;
const olderStep = 4;
/** Candles composed beyond the requested range, so that scrolling back does not query the store each time. */
const composedAheadMax = 500;

/** A candle as defined by the API. */
export function asWireCandle(pair: Pair, candle: SourceCandle): Candle {
  const price = (ticks: number) => fromUnitsFixed(BigInt(ticks), pair.priceDecimals);
  return [
    candle.startMs,
    price(candle.open),
    price(candle.high),
    price(candle.low),
    price(candle.close),
    fromUnitsFixed(candle.volume, pair.amountDecimals),
  ];
}

/** Cached closed candles in wire form. */
export interface KlineSeries {
  /** The newest `size` closed candles that start before `beforeMs`, oldest first, and whether older ones exist. */
  closed(pair: Pair, interval: Interval, beforeMs: number, size: number): Promise<{ list: Candle[]; more: boolean }>;
  /** Appends a candle that just closed to its cached series. */
  append(pair: Pair, interval: Interval, candle: SourceCandle): void;
  /** Drops the cache of a pair whose closed candles changed. */
  forget(pair: string): void;
}

interface Kept {
  /** Oldest first, without those of which nothing is known, ending with the newest closed candle. */
  candles: Candle[];
  /** No candles exist before the first cached one. */
  complete: boolean;
}

/** Composes the closed candles that start in `[fromMs, toMs)`. */
type ComposeCandles = (pair: Pair, interval: Interval, fromMs: number, toMs: number) => Promise<SourceCandle[]>;

/**
 * @param compose candles that start in `[fromMs, toMs)`, closed ones only
 * @param historyStart before it a pair has no candles
 * @param runningStart where the running candle of a series starts
 * @param hoursOf trading hours of a market: a candle without any trading time is none
 */
export function createKlineSeries(
  compose: ComposeCandles,
  historyStart: (pair: Pair) => number,
  runningStart: (pair: Pair, interval: Interval) => number,
  hoursOf: (pair: string) => TradingHours,
): KlineSeries {
  const kept = new Map<string, Kept>();
  const loading = new Map<string, Promise<void>>();
  const use = (key: string) => lastUsed(kept, key);

  const older = (pair: Pair, interval: Interval, toMs: number, size: number) =>
    composeOlder(compose, hoursOf(pair.id), pair, interval, { historyStartMs: historyStart(pair), toMs, size });

  async function extend(key: string, pair: Pair, interval: Interval, needed: number): Promise<void> {
    const series = use(key);
    const runningMs = runningStart(pair, interval);
    const toMs = series.candles[0]?.[0] ?? runningMs;
    const size = Math.min(keptCandlesMax - series.candles.length, Math.max(needed, composedAheadMax));
    const { list, complete } = await older(pair, interval, toMs, size);
    if (kept.get(key) !== series) return;
    // Candles that closed meanwhile were appended; they are only contiguous when the series was not empty.
    if (series.candles.length === 0 && runningStart(pair, interval) !== runningMs) return;
    series.candles = [...list, ...series.candles];
    // The last few minutes that fit may be some without a trade: that is no end of the history.
    series.complete = complete && (list.length > 0 || size >= composedAheadMax);
  }

  return {
    async closed(pair, interval, beforeMs, size) {
      const key = `${pair.id} ${interval}`;
      for (let tries = 0; tries < 4; tries += 1) {
        const series = use(key);
        const end = firstNotBefore(series.candles, beforeMs);
        const enough = series.complete || end >= size;
        const known = series.candles.length > 0 || series.complete;
        if (known && enough) {
          const list = series.candles.slice(Math.max(0, end - size), end);
          return { list, more: end - size > 0 || !series.complete };
        }
        const missing = known ? size - end : size + candlesBetween(beforeMs, runningStart(pair, interval), interval);
        if (series.candles.length + missing > keptCandlesMax) break;
        const running = loading.get(key) ?? extend(key, pair, interval, missing).finally(() => loading.delete(key));
        loading.set(key, running);
        await running;
      }
      // Beyond the cache: one extra candle shows whether there are more.
      const toMs = Math.min(candleCeiling(beforeMs, interval), runningStart(pair, interval));
      const { list, complete } = await older(pair, interval, toMs, size + 1);
      return { list: list.slice(-size), more: list.length > size || !complete };
    },
    append(pair, interval, candle) {
      const series = kept.get(`${pair.id} ${interval}`);
      if (series === undefined || series.candles.length === 0) return;
      series.candles.push(asWireCandle(pair, candle));
      if (series.candles.length > keptCandlesMax + 100) {
        series.candles.splice(0, series.candles.length - keptCandlesMax);
        series.complete = false;
      }
    },
    forget(pair) {
      for (const interval of Object.keys(intervals)) kept.delete(`${pair} ${interval}`);
    },
  };
}

/** A series, which is then the last to be evicted. The map is in order of last use. */
function lastUsed(kept: Map<string, Kept>, key: string): Kept {
  const series = kept.get(key) ?? { candles: [], complete: false };
  kept.delete(key);
  kept.set(key, series);
  if (kept.size > seriesMax) {
    const oldest = kept.keys().next();
    if (oldest.done === false) kept.delete(oldest.value);
  }
  return series;
}

/** The `size` closed candles before `toMs` or more, and whether none are older. */
async function composeOlder(
  compose: ComposeCandles,
  hours: TradingHours,
  pair: Pair,
  interval: Interval,
  { historyStartMs, toMs, size }: { readonly historyStartMs: number; readonly toMs: number; readonly size: number },
): Promise<{ list: Candle[]; complete: boolean }> {
  const startMs = candleStart(historyStartMs, interval);
  let spanMs = size * intervals[interval];
  for (let tries = 1; ; tries += 1) {
    const fromMs = Math.max(startMs, candleStart(tradingSpanStart(hours, toMs, spanMs), interval));
    if (fromMs >= toMs) return { list: [], complete: true };
    const composed = await compose(pair, interval, fromMs, toMs);
    const list = composed
      .filter(({ startMs: at, missing }) => !missing && hasTradingTime(hours, at, nextCandleStart(at, interval)))
      .map((candle) => asWireCandle(pair, candle));
    const complete = fromMs <= startMs || (list.length === 0 && tries >= olderTries);
    if (complete || list.length > 0) return { list, complete };
    spanMs *= olderStep;
  }
}

/**
 * The times between candles that have trading time and no candle: nobody knows of them.
 *
 * @param endMs the start of the candle behind them
 */
export function gapsBetween(list: readonly Candle[], interval: Interval, hours: TradingHours, endMs: number): Span[] {
  const gaps: Span[] = [];
  for (let nth = 1; nth <= list.length; nth += 1) {
    const fromMs = nextCandleStart(list[nth - 1]?.[0] ?? 0, interval);
    const toMs = list[nth]?.[0] ?? endMs;
    if (fromMs < toMs && hasTradingTime(hours, fromMs, toMs)) gaps.push({ fromMs, toMs });
  }
  return gaps;
}

/** Index of the first candle that starts at or after `beforeMs`. */
function firstNotBefore(candles: readonly Candle[], beforeMs: number): number {
  let low = 0;
  let high = candles.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((candles[middle]?.[0] ?? 0) < beforeMs) low = middle + 1;
    else high = middle;
  }
  return low;
}

function candlesBetween(fromMs: number, toMs: number, interval: Interval): number {
  return Math.max(0, Math.ceil((toMs - fromMs) / intervals[interval]));
}
