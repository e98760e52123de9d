import type { CoreDeps } from '#server/core/areas/core-deps.ts';
import type { Outflow } from '#server/core/outflow/outflow.ts';
import type { Config } from '#server/core/config/config.ts';
import type { Market } from '#server/markets/candles/market.ts';
import type { Spot } from '#server/markets/spot/spot.ts';
import type { Notices } from '#server/accounts/notices/notices.ts';
import type { Reviews } from '#server/accounts/reviews/reviews.ts';

export interface LoansDeps extends Pick<CoreDeps, 'database' | 'ledger' | 'clock' | 'logger' | 'gate'> {
  readonly config: Pick<Config, 'mode'>;
  readonly outflow: Pick<Outflow, 'check'>;
  readonly notices: Pick<Notices, 'send' | 'changed'>;
  readonly reviews: Reviews;
  readonly market: Pick<Market, 'indexPrice' | 'pairs'>;
  readonly spot: Pick<Spot, 'isOpen' | 'submit' | 'prices'>;
}
