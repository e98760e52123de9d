import { candleStart, type Interval, intervalNames, nextCandleStart } from '#protocol/market-data/intervals.ts';
import { hasTradingTime, lastTradingTime, type TradingHours } from '../engine/trading-sessions.ts';
import type { SourceCandle } from '../prices/price-source.ts';
import { flatCandle, joinCandles } from '../prices/candle-fold.ts';

/** The running candle of every interval of one pair. */
export interface RunningCandles {
  of(interval: Interval): SourceCandle;
  add(trade: SourceCandle): void;
  /**
   * Advances to the candles that contain `now`; `onClosed` receives each one that ended, oldest first. A candle without
   * trades is flat. While trading is closed the last candle of the session stays, and none is made of closed hours.
   */
  moveTo(now: number, onClosed: (interval: Interval, candle: SourceCandle) => void): void;
}

/**
 * @param begun each interval's running candle so far
 * @param hours trading hours of the market
 */
export function createRunningCandles(begun: ReadonlyMap<Interval, SourceCandle>, hours: TradingHours): RunningCandles {
  const running = new Map(begun);

  function of(interval: Interval): SourceCandle {
    const candle = running.get(interval);
    if (candle === undefined) throw new Error(`no running candle of ${interval}`);
    return candle;
  }

  return {
    of,
    add(trade) {
      for (const interval of intervalNames) running.set(interval, joinCandles(of(interval), trade));
    },
    moveTo(now, onClosed) {
      const tradedAt = lastTradingTime(hours, now);
      for (const interval of intervalNames) {
        let candle = of(interval);
        const target = candleStart(tradedAt, interval);
        while (candle.startMs < target) {
          onClosed(interval, candle);
          let nextMs = nextCandleStart(candle.startMs, interval);
          while (!hasTradingTime(hours, nextMs, nextCandleStart(nextMs, interval))) {
            nextMs = nextCandleStart(nextMs, interval);
          }
          candle = flatCandle(nextMs, candle.close);
        }
        running.set(interval, candle);
      }
    },
  };
}
