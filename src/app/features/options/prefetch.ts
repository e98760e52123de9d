import type { QueryClient } from '@tanstack/react-query';
import { coinsQuery, settledEntriesQuery } from './queries.ts';

/** Fetches the coins with options, and the newest predictions that are settled. */
export async function prefetch(client: QueryClient, signedIn: boolean): Promise<void> {
  await client.prefetchQuery(coinsQuery);
  if (signedIn) await client.prefetchInfiniteQuery(settledEntriesQuery(undefined));
}
