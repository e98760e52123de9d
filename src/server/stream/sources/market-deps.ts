import type { ChartedMarket } from '../../markets/candles/index-market.ts';
import type { Market } from '../../markets/candles/market.ts';
import type { Clock } from '../../core/clock/clock.ts';

/** What the market topics are made of. */
export type StreamedMarket = Pick<Market, 'has' | 'ticker' | 'tickers' | 'latestTrades' | 'candle' | 'onUpdate'>;

export interface MarketDeps {
  readonly market: StreamedMarket;
  readonly clock: Clock;
}

/** What the topics of pairs and indices alike are made of. */
export interface ChartedDeps {
  readonly market: Pick<ChartedMarket, 'has' | 'ticker' | 'candle' | 'onUpdate'>;
  readonly clock: Clock;
}

/**
 * A figure that did not change is told again after this long: pages show a figure without a tick for ten
 * seconds as old, and a quiet market is not an old one.
 */
export const repeatAfterMs = 4_000;

/** The pair of a topic of one pair. */
export function pairOfTopic(topic: string): string {
  return topic.split(':')[1] ?? '';
}
