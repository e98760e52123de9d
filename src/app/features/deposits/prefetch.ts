import type { QueryClient } from '@tanstack/react-query';
import { chainsQuery, depositsQuery } from './queries.ts';

/** Screens of deposits that open without a network. */
export const offlinePaths = [
  '/pages/assets/charge_list',
  '/pages/assets/charge',
  '/pages/assets/rechargeRecord',
] as const;

/** Fetches the networks and the newest deposits. Addresses that were viewed are persisted by their query. */
export async function prefetch(client: QueryClient, signedIn: boolean): Promise<void> {
  if (!signedIn) return;
  await client.prefetchQuery(chainsQuery);
  await client.prefetchInfiniteQuery(depositsQuery({}));
}
