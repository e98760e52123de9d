import type { Candle } from '../../../contract/entities/market.ts';
import type { Interval } from '../../../contract/intervals.ts';
import { call } from '../../platform/api.ts';
import { stream } from '../../platform/stream/stream.ts';
import type { CandleSource } from './candle-feed.ts';
import { klineTopic } from './candle-feed.ts';

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
    onReconnect(again) {
      let { state } = stream.connection.get();
      return stream.connection.subscribe(() => {
        const before = state;
        ({ state } = stream.connection.get());
        if (state === 'online' && before === 'offline') again();
      });
    },
  };
}
