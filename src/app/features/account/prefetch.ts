import type { QueryClient } from '@tanstack/react-query';
import { profileQuery } from './queries.ts';

/** Fetches the own profile. */
export async function prefetch(client: QueryClient, signedIn: boolean): Promise<void> {
  if (!signedIn) return;
  await client.prefetchQuery(profileQuery);
}
