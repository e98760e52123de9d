import type { Candle } from '../../../protocol/entities/market.ts';
import type { Interval } from '../../../protocol/intervals.ts';
import { call } from '../../platform/api/api.ts';
import { serverNow } from '../../platform/api/server-clock.ts';
import { observable } from '../../platform/observable.ts';
import { refreshStream, stream } from '../../platform/stream/stream.ts';
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
      let { state } = stream.connection.get();
      const stopConnection = stream.connection.subscribe(() => {
        const before = state;
        ({ state } = stream.connection.get());
        if (state === 'online' && before === 'offline') again();
      });
      const stopRefreshes = refreshes.subscribe(again);
      return () => {
        stopConnection();
        stopRefreshes();
      };
    },
  };
}
