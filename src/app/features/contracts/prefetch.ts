import type { QueryClient } from '@tanstack/react-query';
import { configQuery, recordsQuery } from './queries.ts';

/** Fetches the contracts and own orders and positions: without a network they can be read, not changed. */
export async function prefetch(client: QueryClient, signedIn: boolean): Promise<void> {
  await client.prefetchQuery(configQuery);
  if (!signedIn) return;
  await client.prefetchInfiniteQuery(recordsQuery('positions'));
  await client.prefetchInfiniteQuery(recordsQuery('orders'));
}
