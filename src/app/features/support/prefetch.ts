import type { QueryClient } from '@tanstack/react-query';
import { ordersQuery } from './queries.ts';

/** Screens of work orders that open without a network. */
export const offlinePaths = ['/pages/workOrder/index', '/pages/workOrder/details'] as const;

/** Fetches the newest work orders; what was said in them is on the device once it was opened. */
export async function prefetch(client: QueryClient, signedIn: boolean): Promise<void> {
  if (signedIn) await client.prefetchInfiniteQuery(ordersQuery);
}
