import type { QueryClient } from '@tanstack/react-query';
import { bookAsset, withdrawalsQuery, withdrawPageQuery } from './queries.ts';

/** Fetches the newest withdrawals, and the address book. */
export async function prefetch(client: QueryClient, signedIn: boolean): Promise<void> {
  if (!signedIn) return;
  await client.prefetchInfiniteQuery(withdrawalsQuery({}));
  await client.prefetchQuery(withdrawPageQuery(bookAsset));
}
