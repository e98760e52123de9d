import type { QueryClient } from '@tanstack/react-query';
import { ordersQuery } from './queries.ts';

/** Fetches the newest tickets; what was said in them is on the device once it was opened. */
export async function prefetch(client: QueryClient, signedIn: boolean): Promise<void> {
  if (signedIn) await client.prefetchInfiniteQuery(ordersQuery);
}
