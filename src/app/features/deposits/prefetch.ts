import type { QueryClient } from '@tanstack/react-query';
import { chainsQuery, depositsQuery } from './queries.ts';

/** Fetches the networks and the newest deposits. Addresses that were viewed are persisted by their query. */
export async function prefetch(client: QueryClient, signedIn: boolean): Promise<void> {
  if (!signedIn) return;
  await client.prefetchQuery(chainsQuery);
  await client.prefetchInfiniteQuery(depositsQuery({}));
}
