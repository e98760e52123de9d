import type { Candle } from '#protocol/market-data/entities/market.ts';
import { intervals, type Interval } from '#protocol/market-data/intervals.ts';
import { pairOfTopic, repeatAfterMs } from '#server/core/topics/pair-topic.ts';
import type { TopicSource } from '#server/core/topics/topic-source.ts';
import type { ChartedDeps } from './streamed-market.ts';

/** Candles that ended since the last take; more accumulate only when the stream's ticks stall. */
const endedMax = 3;

function intervalOfTopic(topic: string): Interval | null {
  const name = topic.split(':')[2] ?? '';
  return Object.hasOwn(intervals, name) ? (name as Interval) : null;
}

/**
 * `kline:PAIR:INTERVAL`: the running candle. A candle that ended is published in its final state before the next
 * begins.
 */
export function klineTopic({ market, clock }: ChartedDeps): TopicSource<'kline'> {
  return {
    kind: 'kline',
    has: (topic) => market.has(pairOfTopic(topic)) && intervalOfTopic(topic) !== null,
    open(topic, due) {
      const pair = pairOfTopic(topic);
      const interval = intervalOfTopic(topic);
      if (interval === null) throw new RangeError(`no interval: ${topic}`);
      let running: Candle = market.candle(pair, interval);
      let published = running;
      let publishedAtMs = clock();
      const ended: Candle[] = [];
      const close = market.onUpdate((update) => {
        if (update.pair !== pair) return;
        const next = market.candle(pair, interval);
        if (next[0] !== running[0]) ended.push(running);
        if (ended.length > endedMax) ended.shift();
        running = next;
        due();
      });
      return {
        snapshot: () => published,
        take() {
          const next = ended.shift() ?? running;
          if (ended.length > 0 || next !== running) due();
          const same = next.every((figure, at) => figure === published[at]);
          if (same && clock() - publishedAtMs < repeatAfterMs) return null;
          published = next;
          publishedAtMs = clock();
          return next;
        },
        close,
      };
    },
  };
}
