import type { AreaTopics } from '#server/core/topics/area-topics.ts';
import { klineTopic } from './topics/kline-topic.ts';
import type { ChartedDeps, MarketDeps } from './topics/streamed-market.ts';
import { tickersTopic, tickerTopic } from './topics/ticker-topics.ts';
import { tradesTopic } from './topics/trades-topic.ts';

/** The deps of the market data's topics. */
interface CandleTopicsDeps extends MarketDeps {
  /** The market of pairs and those of indices and contracts. */
  readonly charted: ChartedDeps['market'];
}

/** Tickers, trades and candles as topics. */
export function candleTopics({ market, charted, clock }: CandleTopicsDeps): AreaTopics {
  return {
    sources: [
      tickersTopic({ market, clock }),
      tickerTopic({ market: charted, clock }),
      tradesTopic({ market }),
      klineTopic({ market: charted, clock }),
    ],
  };
}
