import { type Interval, intervals } from '../../contract/intervals.ts';
import { isTradingTime, type TradingHours } from '../engine/trading-sessions.ts';
import type { PriceSource } from '../feed/price-source.ts';
import { foldCandles } from './candle-fold.ts';

const hourMinutes = 60;

/**
 * A source as it is seen through hours of trading: its history tells nothing of the time between two sessions. Candles
 * that hold both are folded of shorter ones that lie within a session.
 */
export function sessionSource(source: PriceSource, hours: TradingHours): PriceSource {
  if (hours === null) return source;
  const isWhole = hours.every(({ from, to }) => from % hourMinutes === 0 && to % hourMinutes === 0);
  const finest: Interval = isWhole ? '1h' : '1m';
  return {
    name: source.name,
    live: source.live,
    start: () => source.start(),
    close: () => source.close(),
    indexPrice: (pair, now) => source.indexPrice(pair, now),
    historyStart: (pair) => source.historyStart(pair),
    async history(pair, interval, fromMs, toMs) {
      const asked = intervals[interval] <= intervals[finest] ? interval : finest;
      const told = await source.history(pair, asked, fromMs, toMs);
      const within = told.filter(({ startMs }) => isTradingTime(hours, startMs));
      return asked === interval ? within : foldCandles(within, interval);
    },
  };
}
