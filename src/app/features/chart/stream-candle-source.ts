import type { Candle } from '#protocol/market-data/entities/market.ts';
import type { Interval } from '#protocol/market-data/intervals.ts';
import { call } from '#app/platform/api/api.ts';
import { serverNow } from '#app/platform/api/server-clock.ts';
import { observable } from '#app/platform/observable.ts';
import { refreshStream, stream } from '#app/platform/stream/stream.ts';
import type { CandleSource } from './candle-feed.ts';
import { klineTopic } from './candle-feed.ts';
import { readCandles, storeCandles } from './stored-candles.ts';

/** Counts how often the user asked for everything again. */
const refreshes = observable(0);

/** Asks for the stream's snapshots and the charts' candles again. */
export function refreshMarket(): void {
  refreshStream();
  refreshes.set(refreshes.get() + 1);
}

/** Candles of the exchange: `common/kline` and the topic of the running one. */
export function streamCandleSource(pair: string, interval: Interval): CandleSource {
  const topic = klineTopic(pair, interval);
  return {
    page: (beforeMs, size, signal) =>
      call(
        'GET common/kline',
        { pair, interval, size: String(size), ...(beforeMs === null ? {} : { before: String(beforeMs) }) },
        { signal },
      ),
    listen(heard) {
      const stop = stream.listen(topic, (update) => heard(update.data as Candle));
      const known = stream.view<'kline'>(topic);
      if (known !== null) heard(known);
      return stop;
    },
    stored: () => readCandles(pair, interval),
    store: (list) => void storeCandles(pair, interval, list, serverNow()),
    onReconnect(again) {
      const wayNow = () => {
        const { state, polledAsOfMs } = stream.connection.get();
        return state === 'online' ? 'stream' : polledAsOfMs === null ? null : 'polled';
      };
      let way = wayNow();
      let wasAway = false;
      const stopConnection = stream.connection.subscribe(() => {
        if (stream.connection.get().state === 'offline') wasAway = true;
        const before = way;
        way = wayNow();
        // The first connection leaves no gap behind it, every other one may.
        if (way === before || way === null || !wasAway) return;
        wasAway = false;
        again();
      });
      const stopRefreshes = refreshes.subscribe(again);
      return () => {
        stopConnection();
        stopRefreshes();
      };
    },
  };
}
