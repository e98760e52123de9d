import type { QueryClient } from '@tanstack/react-query';
import { tickersQuery } from '../pairs/queries.ts';
import { ordersQuery } from './queries.ts';

/** Fetches prices and own orders: they can be read without a network, placing and cancelling wait for it. */
export async function prefetch(client: QueryClient, signedIn: boolean): Promise<void> {
  await client.prefetchQuery(tickersQuery);
  if (!signedIn) return;
  await client.prefetchInfiniteQuery(ordersQuery({ state: 'current' }));
  await client.prefetchInfiniteQuery(ordersQuery({ state: 'history' }));
}
