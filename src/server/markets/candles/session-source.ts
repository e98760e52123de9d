import { minuteMs } from '#protocol/core/durations.ts';
import { candleCeiling, type Interval, intervals } from '#protocol/market-data/intervals.ts';
import { isTradingTime, sessionAt, type TradingHours } from '../engine/trading-sessions.ts';
import type { PriceSource, SourceCandle } from '../prices/price-source.ts';
import { flatCandle, foldCandles } from '../prices/candle-fold.ts';

const hourMinutes = 60;

/**
 * A source restricted to trading hours: its history has nothing between two sessions except a starting price if it
 * begins there. Candles that span both are folded from shorter ones within a session.
 */
export function sessionSource(source: PriceSource, hours: TradingHours): PriceSource {
  if (hours === null) return source;
  const isWhole = hours.every(({ from, to }) => from % hourMinutes === 0 && to % hourMinutes === 0);
  const finest: Interval = isWhole ? '1h' : '1m';

  /** The candle between two sessions: flat at the previous session's close. */
  async function standing(pair: string, startMs: number): Promise<SourceCandle[]> {
    const { open, since } = sessionAt(hours, startMs);
    if (open || since === null) return [];
    const [closing] = await source.history(pair, '1m', since - minuteMs, since);
    return closing === undefined ? [] : [flatCandle(startMs, closing.close)];
  }

  return {
    name: source.name,
    live: source.live,
    start: () => source.start(),
    close: () => source.close(),
    indexPrice: (pair, now) => source.indexPrice(pair, now),
    follow: (pair) => source.follow(pair),
    historyStart: (pair) => source.historyStart(pair),
    async history(pair, interval, fromMs, toMs) {
      const asked = intervals[interval] <= intervals[finest] ? interval : finest;
      const history = await source.history(pair, asked, fromMs, toMs);
      const within = history.filter(({ startMs }) => isTradingTime(hours, startMs));
      const candles = asked === interval ? within : foldCandles(within, interval);
      const firstMs = candleCeiling(fromMs, interval);
      const isLate = firstMs < toMs && (candles[0]?.startMs ?? Infinity) > firstMs;
      return isLate ? [...(await standing(pair, firstMs)), ...candles] : candles;
    },
  };
}
