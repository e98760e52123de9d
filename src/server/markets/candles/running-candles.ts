import { candleStart, type Interval, intervalNames, nextCandleStart } from '../../../protocol/intervals.ts';
import type { SourceCandle } from '../prices/price-source.ts';
import { flatCandle, joinCandles } from '../prices/candle-fold.ts';

/** The running candle of every interval of one pair. */
export interface RunningCandles {
  of(interval: Interval): SourceCandle;
  add(trade: SourceCandle): void;
  /**
   * Advances to the candles that contain `now`; `onClosed` receives each one that ended, oldest first. A candle without
   * trades is flat.
   */
  moveTo(now: number, onClosed: (interval: Interval, candle: SourceCandle) => void): void;
}

/** @param begun each interval's running candle so far */
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
