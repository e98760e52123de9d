import type { QueryClient } from '@tanstack/react-query';
import { bookAsset, withdrawalsQuery, withdrawPageQuery } from './queries.ts';

/** Screens of withdrawals that open without a network. */
export const offlinePaths = [
  '/pages/assets/mention',
  '/pages/assets/withdrawalRecord',
  '/pages/assets/bindMentionAddress',
] as const;

/** Fetches the newest withdrawals, and the address book. */
export async function prefetch(client: QueryClient, signedIn: boolean): Promise<void> {
  if (!signedIn) return;
  await client.prefetchInfiniteQuery(withdrawalsQuery({}));
  await client.prefetchQuery(withdrawPageQuery(bookAsset));
}
