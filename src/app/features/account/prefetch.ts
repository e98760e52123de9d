import type { QueryClient } from '@tanstack/react-query';
import { profileQuery } from './queries.ts';

/** Screens of the account that open without a network. */
export const offlinePaths = ['/pages/mine/userCenter'] as const;

/** Fetches the own profile. */
export async function prefetch(client: QueryClient, signedIn: boolean): Promise<void> {
  if (!signedIn) return;
  await client.prefetchQuery(profileQuery);
}
