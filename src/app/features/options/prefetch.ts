import type { QueryClient } from '@tanstack/react-query';
import { settledEntriesQuery } from './queries.ts';

/** Own predictions can be read without a network; a round lives by its ticks. */
export const offlinePaths = ['/pages/Option/Bettingrecord'] as const;

/** Fetches the newest predictions that are settled. */
export async function prefetch(client: QueryClient, signedIn: boolean): Promise<void> {
  if (signedIn) await client.prefetchInfiniteQuery(settledEntriesQuery(undefined));
}
