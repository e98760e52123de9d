import type { ChartedMarket } from '../index-market.ts';
import type { Market } from '../market.ts';
import type { Clock } from '#server/core/clock/clock.ts';

/** What the market topics are built from. */
type StreamedMarket = Pick<Market, 'has' | 'ticker' | 'tickers' | 'latestTrades' | 'candle' | 'onUpdate'>;

export interface MarketDeps {
  readonly market: StreamedMarket;
  readonly clock: Clock;
}

/** What topics of both pairs and indices are built from. */
export interface ChartedDeps {
  readonly market: Pick<ChartedMarket, 'has' | 'ticker' | 'candle' | 'onUpdate'>;
  readonly clock: Clock;
}
