import type { QueryClient } from '@tanstack/react-query';
import { displayRatesQuery } from '../../platform/format/display-currency.ts';
import { coinsQuery, costsQuery, pricesQuery, recordsQuery, walletQuery } from './queries.ts';

/** Screens of the assets that open without a network. */
export const offlinePaths = [
  '/pages/assets/assets',
  '/pages/assets/tradeAccount',
  '/pages/assets/Assetrecords',
  '/pages/assets/rate',
] as const;

/** Fetches balances, what they are valued with and what they cost, the newest records, and the code of the charts. */
export async function prefetch(client: QueryClient, signedIn: boolean): Promise<void> {
  await client.prefetchQuery(displayRatesQuery);
  if (!signedIn) return;
  await client.prefetchQuery(walletQuery);
  await client.prefetchQuery(costsQuery);
  await client.prefetchQuery(pricesQuery);
  await client.prefetchQuery(coinsQuery);
  await client.prefetchInfiniteQuery(recordsQuery({}));
  await import('./overview/charts.tsx');
}
