import type { QueryClient } from '@tanstack/react-query';
import { boardQuery } from './queries.ts';
import { pairsQuery } from '../pairs/queries.ts';

/** Fetches the pairs and their last figures. */
export async function prefetch(client: QueryClient): Promise<void> {
  await client.prefetchQuery(pairsQuery);
  await client.prefetchQuery(boardQuery);
}
