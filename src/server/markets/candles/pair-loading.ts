import { dayMs, minuteMs } from '#protocol/core/durations.ts';
import type { Pair } from '#protocol/market-data/entities/market.ts';
import { candleStart, type Interval, intervalNames } from '#protocol/market-data/intervals.ts';
import { tradeListSizeMax } from '#protocol/core/limits.ts';
import { toUnits } from '#protocol/core/decimal.ts';
import { findPair } from '../pairs.ts';
import { lastTradingTime, type TradingHours } from '../engine/trading-sessions.ts';
import type { PriceSource, SourceCandle } from '../prices/price-source.ts';
import { flatCandle, foldCandles, joinCandles } from '../prices/candle-fold.ts';
import type { CandleHistory } from './candle-history.ts';
import type { CheckStore } from './minute-checks.ts';
import { asCandle, asTrade, stepsOf } from './market-trade.ts';
import type { MinuteStore, OwnMinute } from './store.ts';
import { createPairMarket, type PairMarket } from './pair-market.ts';
import { createRollingDay } from './rolling-day.ts';
import { createRunningCandles } from './running-candles.ts';
import type { TradeLog } from './trade-log.ts';

/** What a pair's market data is loaded from. */
export interface LoadingDeps {
  readonly store: MinuteStore;
  readonly checks: CheckStore;
  readonly trades: TradeLog;
  readonly history: CandleHistory;
  readonly source: PriceSource;
  /** Trading hours of a market: it has no candles of closed hours. */
  readonly hoursOf: (pair: string) => TradingHours;
}

/**
 * The day from which minutes are held in memory: the start of the UTC day 24 hours ago. Earlier candles come from the
 * store, later ones from memory, and no candle of up to a day spans the boundary.
 */
export function memoryStart(now: number): number {
  return candleStart(now - dayMs, '1d');
}

/**
 * Loads one pair's market data: minutes that a crash left unwritten are recounted from the trades.
 *
 * @param countedFromMs minutes from here on are recounted although they were written
 */
export async function loadPairMarket(
  deps: LoadingDeps,
  pair: Pair,
  now: number,
  countedFromMs = Infinity,
): Promise<PairMarket> {
  await writeTail(deps, pair, now, countedFromMs);
  return readPairMarket(deps, pair, now);
}

/** The same where all minutes are written. */
export async function readPairMarket(deps: LoadingDeps, pair: Pair, now: number): Promise<PairMarket> {
  const steps = stepsOf(pair);
  const runningMs = candleStart(now, '1m');
  const fromMs = memoryStart(now);
  const minutes = await deps.history.candles(pair.id, '1m', fromMs, runningMs + minuteMs);
  const latest = await deps.trades.latest(pair.id, tradeListSizeMax);
  const traded = latest[0] === undefined ? null : asCandle(steps, latest[0]).close;
  const price = minutes.at(-1)?.close ?? deps.source.indexPrice(pair.id, now)?.ticks ?? traded ?? referenceTicks(pair);
  if (price === null) throw new Error(`${pair.id} has neither trades nor a price`);
  const last = minutes.at(-1);
  const closed = last?.startMs === runningMs ? minutes.slice(0, -1) : minutes;
  const running = last?.startMs === runningMs ? last : flatCandle(runningMs, price);
  const candles = new Map<Interval, SourceCandle>();
  for (const interval of intervalNames) {
    candles.set(interval, await runningCandle(deps, pair, interval, now, [...closed, running]));
  }
  return createPairMarket({
    steps,
    rolling: createRollingDay(closed, running),
    running: createRunningCandles(candles, deps.hoursOf(pair.id)),
    trades: latest.map((fill) => asTrade(steps, fill)),
    at: latest[0]?.at ?? now,
  });
}

/** The price of a pair before anybody traded, as it was listed; null where it has none. */
function referenceTicks({ id, tickSize, priceDecimals }: Pair): number | null {
  const reference = findPair(id)?.referencePrice ?? null;
  return reference === null ? null : Number(toUnits(reference, priceDecimals) / toUnits(tickSize, priceDecimals));
}

/** Recounts and writes the minutes from the newest written one on, including that one. */
export async function writeTail(
  { store, trades }: LoadingDeps,
  pair: Pair,
  now: number,
  countedFromMs = Infinity,
): Promise<void> {
  const steps = stepsOf(pair);
  const newest = await store.newest(pair.id);
  const fills = await trades.since(pair.id, Math.min(newest ?? 0, candleStart(countedFromMs, '1m')));
  const minutes = foldCandles(
    fills.filter((fill) => fill.at <= now).map((fill) => asCandle(steps, fill)),
    '1m',
  );
  if (minutes.length === 0) return;
  await store.write(minutes.map((minute): OwnMinute => ({ ...minute, pair: pair.id })));
}

async function runningCandle(
  { history, hoursOf }: LoadingDeps,
  pair: Pair,
  interval: Interval,
  now: number,
  minutes: readonly SourceCandle[],
): Promise<SourceCandle> {
  const startMs = candleStart(lastTradingTime(hoursOf(pair.id), now), interval);
  const heldMs = minutes[0]?.startMs ?? startMs;
  const inside = minutes.filter((minute) => minute.startMs >= startMs);
  const older = startMs < heldMs ? await history.candles(pair.id, interval, startMs, heldMs) : [];
  const [first, ...rest] = [...older, ...inside];
  if (first === undefined) throw new Error('a running candle without a minute');
  let candle: SourceCandle = { ...first, startMs };
  for (const part of rest) candle = joinCandles(candle, part);
  return candle;
}
