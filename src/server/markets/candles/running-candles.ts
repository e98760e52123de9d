import { candleStart, type Interval, intervalNames, nextCandleStart } from '../../../protocol/intervals.ts';
import type { SourceCandle } from '../prices/price-source.ts';
import { flatCandle, joinCandles } from './candle-fold.ts';

/** The running candle of every interval of one pair. */
export interface RunningCandles {
  of(interval: Interval): SourceCandle;
  add(trade: SourceCandle): void;
  /**
   * Begins the candles that hold `now`; `onClosed` is told each one that ended, oldest first. A candle that
   * passed without a trade is flat.
   */
  moveTo(now: number, onClosed: (interval: Interval, candle: SourceCandle) => void): void;
}

/** @param begun what each interval's running candle holds so far */
export function createRunningCandles(begun: ReadonlyMap<Interval, SourceCandle>): RunningCandles {
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
      for (const interval of intervalNames) {
        let candle = of(interval);
        const target = candleStart(now, interval);
        while (candle.startMs < target) {
          onClosed(interval, candle);
          const nextMs = nextCandleStart(candle.startMs, interval);
          candle = flatCandle(nextMs, candle.close);
        }
        running.set(interval, candle);
      }
    },
  };
}
