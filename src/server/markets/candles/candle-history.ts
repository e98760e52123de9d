import { minuteMs } from '#protocol/core/durations.ts';
import { type Interval, intervals } from '#protocol/market-data/intervals.ts';
import type { PriceSource, SourceCandle } from '../prices/price-source.ts';
import { flatCandle, foldCandles, joinCandles, missingCandle } from '../prices/candle-fold.ts';
import type { MinuteStore, OwnCandle, Span } from './store.ts';

/** Intervals that are read as they are, up to a day; longer candles are folded from days. */
type Tier = Exclude<Interval, '3d' | '1w' | '1M'>;

/** The inputs of closed candles: own trades, and the source for downtime. */
export interface CandleHistory {
  /**
   * Candles that start in `[fromMs, toMs)`, oldest first, without a gap from the first one on: own trades where there
   * are any, flat minutes while the exchange was up, and the source's history for the rest. Where the source has none, the
   * candle is marked as missing.
   *
   * @param fromMs a candle's start
   * @param toMs the start of a minute; a candle that spans it contains only what was before it
   */
  candles(pair: string, interval: Interval, fromMs: number, toMs: number): Promise<SourceCandle[]>;
  /** The whole minutes of `[fromMs, toMs)` in which the exchange did not run, oldest first. */
  down(pair: string, fromMs: number, toMs: number): Span[];
}

/** @param runs uptime of the exchange, oldest first, including the current run */
export function createCandleHistory(
  store: Pick<MinuteStore, 'candles'>,
  source: PriceSource,
  runs: (pair: string) => readonly Span[],
): CandleHistory {
  return {
    async candles(pair, interval, fromMs, toMs) {
      const from = Math.max(fromMs, 0);
      const tier: Tier = interval === '3d' || interval === '1w' || interval === '1M' ? '1d' : interval;
      const own = await store.candles(pair, intervals[tier], from, toMs);
      const down = downSpans(runs(pair), from, toMs);
      const parts = await sourceParts(source, pair, tier, down);
      return foldCandles(withoutGaps(mergeParts(parts, own, tier), tier, toMs, down), interval);
    },
    down: (pair, fromMs, toMs) => downSpans(runs(pair), fromMs, toMs),
  };
}

/** A piece of a candle and its first minute, by which pieces are sorted. */
type Part = OwnCandle;

async function sourceParts(source: PriceSource, pair: string, tier: Tier, spans: readonly Span[]): Promise<Part[]> {
  const lengthMs = intervals[tier];
  const parts: Part[] = [];
  for (const { fromMs, toMs } of spans) {
    const wholeFrom = Math.ceil(fromMs / lengthMs) * lengthMs;
    const wholeTo = Math.floor(toMs / lengthMs) * lengthMs;
    if (wholeFrom >= wholeTo) {
      parts.push(...(await minuteParts(source, pair, tier, fromMs, toMs)));
      continue;
    }
    parts.push(...(await minuteParts(source, pair, tier, fromMs, wholeFrom)));
    for (const candle of await source.history(pair, tier, wholeFrom, wholeTo)) {
      parts.push({ ...candle, firstMinuteMs: candle.startMs });
    }
    parts.push(...(await minuteParts(source, pair, tier, wholeTo, toMs)));
  }
  return parts;
}

async function minuteParts(
  source: PriceSource,
  pair: string,
  tier: Tier,
  fromMs: number,
  toMs: number,
): Promise<Part[]> {
  if (fromMs >= toMs) return [];
  const minutes = await source.history(pair, '1m', fromMs, toMs);
  return foldCandles(minutes, tier).map((candle) => ({
    ...candle,
    firstMinuteMs: Math.max(candle.startMs, fromMs),
  }));
}

function mergeParts(parts: readonly Part[], own: readonly Part[], tier: Tier): SourceCandle[] {
  const sorted = own.length === 0 ? parts : [...parts, ...own].toSorted((a, b) => a.firstMinuteMs - b.firstMinuteMs);
  const merged: SourceCandle[] = [];
  for (const part of sorted) {
    const { firstMinuteMs: _, ...candle } = part;
    const last = merged.at(-1);
    if (last !== undefined && last.startMs === candle.startMs) merged[merged.length - 1] = joinCandles(last, candle);
    else merged.push({ ...candle, startMs: Math.floor(candle.startMs / intervals[tier]) * intervals[tier] });
  }
  return merged;
}

/** @param down times of which a candle that nobody answered is missing, if it lies in them wholly; oldest first */
function withoutGaps(
  candles: readonly SourceCandle[],
  tier: Tier,
  toMs: number,
  down: readonly Span[],
): SourceCandle[] {
  const lengthMs = intervals[tier];
  const filled: SourceCandle[] = [];
  let nextMs = candles[0]?.startMs ?? toMs;
  let close = 0;
  let nth = 0;
  const fill = (untilMs: number) => {
    for (; nextMs < untilMs; nextMs += lengthMs) {
      while ((down[nth]?.toMs ?? Infinity) <= nextMs) nth += 1;
      const { fromMs, toMs: endMs } = down[nth] ?? { fromMs: Infinity, toMs: Infinity };
      const isDown = fromMs <= nextMs && endMs >= Math.min(nextMs + lengthMs, toMs);
      filled.push(isDown ? missingCandle(nextMs, close) : flatCandle(nextMs, close));
    }
  };
  for (const candle of candles) {
    fill(candle.startMs);
    filled.push(candle);
    nextMs = candle.startMs + lengthMs;
    close = candle.close;
  }
  if (close > 0) fill(toMs);
  return filled;
}

/** The minutes of `[fromMs, toMs)` that no run touches. A minute in which the exchange was partly up counts as up. */
function downSpans(runs: readonly Span[], fromMs: number, toMs: number): Span[] {
  const down: Span[] = [];
  let cursor = Math.ceil(fromMs / minuteMs) * minuteMs;
  for (const run of runs) {
    const upFrom = Math.floor(run.fromMs / minuteMs) * minuteMs;
    const upTo = Math.floor(run.toMs / minuteMs) * minuteMs + minuteMs;
    if (upTo <= cursor) continue;
    if (upFrom >= toMs) break;
    if (upFrom > cursor) down.push({ fromMs: cursor, toMs: upFrom });
    cursor = Math.max(cursor, upTo);
  }
  if (cursor < toMs) down.push({ fromMs: cursor, toMs });
  return down;
}
