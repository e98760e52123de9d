import type { ChartedMarket } from '../index-market.ts';
import type { Market } from '../market.ts';
import type { Clock } from '../../../core/clock/clock.ts';

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
