import { infiniteQueryOptions, type QueryKey } from '@tanstack/react-query';
import { filledPage } from './filled-page.ts';

/**
 * A list of the exchange, page by page. It is asked for again whenever it is opened: what it lists changes without any
 * action on this device.
 *
 * @param ask answers the page behind a cursor, the first without one
 * @param sizeOf how many items a page holds
 */
export function pagesQuery<Page extends { readonly next: string | null }>(
  key: QueryKey,
  ask: (cursor: { readonly cursor?: string }, signal: AbortSignal) => Promise<Page>,
  sizeOf: (page: Page) => number,
) {
  return infiniteQueryOptions({
    queryKey: [...key, 'pages'],
    staleTime: 0,
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      filledPage((cursor) => ask(cursor === null ? {} : { cursor }, signal), pageParam, sizeOf),
    getNextPageParam: (last: Page) => last.next,
  });
}
