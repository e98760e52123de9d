import type { QueryClient } from '@tanstack/react-query';
import { displayRatesQuery } from '#app/platform/format/display-currency.ts';
import { coinsQuery, costsQuery, pricesQuery, recordsQuery, walletQuery } from './queries.ts';

/** Fetches balances, what they are valued with and what they cost, and the newest records. */
export async function prefetch(client: QueryClient, signedIn: boolean): Promise<void> {
  await client.prefetchQuery(displayRatesQuery);
  if (!signedIn) return;
  await client.prefetchQuery(walletQuery);
  await client.prefetchQuery(costsQuery);
  await client.prefetchQuery(pricesQuery);
  await client.prefetchQuery(coinsQuery);
  await client.prefetchInfiniteQuery(recordsQuery({}));
}
