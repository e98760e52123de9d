import { minuteMs } from '#protocol/core/durations.ts';
import type { Candle, Pair, Ticker, Trade } from '#protocol/market-data/entities/market.ts';
import { fromUnits, fromUnitsFixed } from '#protocol/core/decimal.ts';
import type { Interval } from '#protocol/market-data/intervals.ts';
import { tradeListSizeMax } from '#protocol/core/limits.ts';
import type { SourceCandle } from '../prices/price-source.ts';
import { asWireCandle } from './kline-series.ts';
import type { Fill, PairSteps } from './market-trade.ts';
import { asCandle, asTrade } from './market-trade.ts';
import type { RollingDay } from './rolling-day.ts';
import type { RunningCandles } from './running-candles.ts';

/** The initial state of one pair's market data. */
interface PairState {
  readonly steps: PairSteps;
  readonly rolling: RollingDay;
  readonly running: RunningCandles;
  /** Newest first. */
  readonly trades: readonly Trade[];
  /** Time of the last price. */
  readonly at: number;
}

/** The live market data of one pair. */
export interface PairMarket {
  readonly pair: Pair;
  /** Adds fills of one commit, oldest first; returns them in public form, or false when one came too late. */
  add(fills: readonly Fill[], events: PairEvents): { trades: Trade[]; inOrder: boolean };
  /** Advances every running candle to the one that contains `now`. */
  moveTo(now: number, events: PairEvents): void;
  ticker(): Ticker;
  candle(interval: Interval): Candle;
  runningStart(interval: Interval): number;
  /** Newest first. */
  trades(size: number): readonly Trade[];
  hourlyLine(): string[];
  lastPrice(): string;
  priceYesterday(): string;
  /** The minutes since `fromMs`, including the running one last. */
  minutesSince(fromMs: number): SourceCandle[];
}

/** Listeners for closed candles. */
export interface PairEvents {
  minuteClosed(pair: Pair, minute: SourceCandle): void;
  candleClosed(pair: Pair, interval: Interval, candle: SourceCandle): void;
}

export function createPairMarket({ steps, rolling, running, trades, at }: PairState): PairMarket {
  const { pair } = steps;
  let newest = trades.slice(0, tradeListSizeMax);
  let lastAt = at;
  // Tickers are read far more often than they change.
  let ticker: Ticker | null = null;

  const price = (ticks: number) => fromUnitsFixed(BigInt(ticks), pair.priceDecimals);

  function moveTo(now: number, events: PairEvents): void {
    const closed = rolling.moveTo(now);
    if (closed.length === 0) return;
    ticker = null;
    for (const minute of closed) if (minute.volume > 0n) events.minuteClosed(pair, minute);
    running.moveTo(now, (interval, candle) => events.candleClosed(pair, interval, candle));
  }

  return {
    pair,
    moveTo,
    add(fills, events) {
      const shown: Trade[] = [];
      let inOrder = true;
      for (const fill of fills) {
        moveTo(fill.at, events);
        if (fill.at < rolling.running().startMs) inOrder = false;
        const candle = asCandle(steps, fill);
        rolling.add(candle);
        running.add(candle);
        lastAt = Math.max(lastAt, fill.at);
        shown.push(asTrade(steps, fill));
      }
      newest = [...shown.toReversed(), ...newest].slice(0, tradeListSizeMax);
      ticker = null;
      return { trades: shown, inOrder };
    },
    ticker() {
      ticker ??= tickerOf(pair, rolling, lastAt);
      return ticker;
    },
    candle: (interval) => asWireCandle(pair, running.of(interval)),
    runningStart: (interval) => running.of(interval).startMs,
    trades: (size) => newest.slice(0, size),
    hourlyLine: () => rolling.hourlyCloses().map(price),
    lastPrice: () => price(rolling.running().close),
    priceYesterday: () => price(rolling.figures().open),
    minutesSince: (fromMs) => [
      ...rolling.closedSince(fromMs),
      ...(rolling.running().startMs + minuteMs > fromMs ? [rolling.running()] : []),
    ],
  };
}

function tickerOf(pair: Pair, rolling: RollingDay, at: number): Ticker {
  const figures = rolling.figures();
  const price = (ticks: number) => fromUnitsFixed(BigInt(ticks), pair.priceDecimals);
  const change = (BigInt(figures.last - figures.open) * 10_000n) / BigInt(figures.open);
  return {
    pair: pair.id,
    last: price(figures.last),
    open: price(figures.open),
    high: price(figures.high),
    low: price(figures.low),
    volume: fromUnits(figures.volume, pair.amountDecimals),
    turnover: fromUnits(figures.turnover, pair.priceDecimals + pair.amountDecimals),
    change: fromUnitsFixed(change, 2),
    at,
  };
}
