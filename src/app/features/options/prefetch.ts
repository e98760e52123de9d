import type { QueryClient } from '@tanstack/react-query';
import { coinsQuery, settledEntriesQuery } from './queries.ts';

/** Own predictions can be read without a network; a round lives by its ticks, and its screen says so. */
export const offlinePaths = ['/pages/Option/Option', '/pages/Option/Bettingrecord'] as const;

/** Fetches the coins with options, and the newest predictions that are settled. */
export async function prefetch(client: QueryClient, signedIn: boolean): Promise<void> {
  await client.prefetchQuery(coinsQuery);
  if (signedIn) await client.prefetchInfiniteQuery(settledEntriesQuery(undefined));
}
