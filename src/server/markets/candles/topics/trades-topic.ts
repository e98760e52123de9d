import type { Trade } from '#protocol/market-data/entities/market.ts';
import { tradeListSizeMax } from '#protocol/core/limits.ts';
import { pairOfTopic } from '#server/core/topics/pair-topic.ts';
import type { TopicSource } from '#server/core/topics/topic-source.ts';
import type { MarketDeps } from './streamed-market.ts';

/** `trades:PAIR`: the latest trades newest first in a snapshot, new ones oldest first in a delta. */
export function tradesTopic({ market }: Pick<MarketDeps, 'market'>): TopicSource<'trades'> {
  return {
    kind: 'trades',
    has: (topic) => market.has(pairOfTopic(topic)),
    open(topic, due) {
      const pair = pairOfTopic(topic);
      let published: readonly Trade[] = market.latestTrades(pair, tradeListSizeMax).slice();
      let fresh: Trade[] = [];
      const close = market.onUpdate((update) => {
        if (update.pair !== pair || update.trades.length === 0) return;
        fresh.push(...update.trades);
        // Trades that would drop off the list before being shown are not published.
        if (fresh.length > tradeListSizeMax) fresh = fresh.slice(-tradeListSizeMax);
        due();
      });
      return {
        snapshot: () => published,
        take() {
          if (fresh.length === 0) return null;
          const sent = fresh;
          fresh = [];
          published = [...sent.toReversed(), ...published].slice(0, tradeListSizeMax);
          return sent;
        },
        close,
      };
    },
  };
}
