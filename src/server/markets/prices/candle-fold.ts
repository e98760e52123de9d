import { candleStart, type Interval } from '#protocol/market-data/intervals.ts';
import type { SourceCandle } from './price-source.ts';

/**
 * Folds candles into longer ones. Candles without volume (minutes without trades) only carry a price: they count only
 * when a longer candle has nothing else.
 *
 * @param candles oldest first
 */
export function foldCandles(candles: Iterable<SourceCandle>, interval: Interval): SourceCandle[] {
  const folded: SourceCandle[] = [];
  let running: SourceCandle | undefined;
  for (const candle of candles) {
    const startMs = candleStart(candle.startMs, interval);
    if (running !== undefined && running.startMs === startMs) {
      running = joinCandles(running, candle);
    } else {
      if (running !== undefined) folded.push(running);
      running = { ...candle, startMs };
    }
  }
  if (running !== undefined) folded.push(running);
  return folded;
}

/** Merges two adjacent candles; one without volume is dropped. The whole is missing only where both parts are. */
export function joinCandles(first: SourceCandle, second: SourceCandle): SourceCandle {
  if (second.volume === 0n) return first.missing && !second.missing ? { ...second, startMs: first.startMs } : first;
  if (first.volume === 0n) return { ...second, startMs: first.startMs };
  return candleOver(first, second);
}

/** One candle over two adjacent ones. */
export function candleOver(first: SourceCandle, second: SourceCandle): SourceCandle {
  return {
    startMs: first.startMs,
    open: first.open,
    high: Math.max(first.high, second.high),
    low: Math.min(first.low, second.low),
    close: second.close,
    volume: first.volume + second.volume,
    turnover: first.turnover + second.turnover,
  };
}

/** A candle without trades: flat at the previous price. */
export function flatCandle(startMs: number, ticks: number): SourceCandle {
  return { startMs, open: ticks, high: ticks, low: ticks, close: ticks, volume: 0n, turnover: 0n };
}

/** A candle of a time that nobody knows of, at the previous price. */
export function missingCandle(startMs: number, ticks: number): SourceCandle {
  return { ...flatCandle(startMs, ticks), missing: true };
}
