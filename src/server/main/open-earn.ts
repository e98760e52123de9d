import type { CoreDeps } from '../core/areas/core-deps.ts';
import type { RunArea } from '../core/areas/run-area.ts';
import type { Config } from '../core/config/config.ts';
import type { Outflow } from '../core/outflow/outflow.ts';
import { openBacking } from '../earn/backing/open.ts';
import { openCheckIn } from '../earn/check-in/open.ts';
import { openReferrals } from '../earn/referrals/open.ts';
import { openFixedTerms } from '../earn/fixed-terms/open.ts';
import { openListingApplications } from '../earn/listing-applications/open.ts';
import { openStockAlerts } from '../earn/stock-alerts/open.ts';
import { openMining } from '../earn/mining/open.ts';
import { openLaunchpad } from '../earn/launchpad/open.ts';
import { openLoans } from '../earn/loans/open.ts';
import type { Market } from '../markets/candles/market.ts';
import type { Spot } from '../markets/spot/spot.ts';
import type { Files } from '../accounts/files/files.ts';
import type { Notices } from '../accounts/notices/notices.ts';
import type { Reviews } from '../accounts/reviews/reviews.ts';

interface EarnDeps extends Pick<CoreDeps, 'database' | 'ledger' | 'clock' | 'logger' | 'gate'> {
  readonly config: Pick<Config, 'mode' | 'makers' | 'areasOff'>;
  readonly outflow: Outflow;
  readonly notices: Notices;
  readonly reviews: Reviews;
  readonly files: Files;
  readonly market: Pick<Market, 'lastPrice' | 'indexPrice' | 'pairs'>;
  readonly spot: Pick<Spot, 'isOpen' | 'submit' | 'prices'>;
}

/** Opens what idle coins do: the products and what stands behind each. Before reviews run. */
export async function openEarn(deps: EarnDeps, run: RunArea) {
  const backing = run('backing', openBacking(deps));
  const signIn = run('sign-in', await openCheckIn(deps));
  const team = run('team', await openReferrals(deps));
  const fixed = run('fixed terms', await openFixedTerms(deps));
  const mining = run('mining', await openMining(deps));
  const stockAlerts = run('stock alerts', openStockAlerts(deps));
  const launch = run('launch', openLaunchpad(deps));
  const loans = run('loans', await openLoans(deps));
  const coinListing = run('coin applications', openListingApplications(deps));
  return { backing, signIn, team, fixed, mining, stockAlerts, launch, loans, coinListing };
}
