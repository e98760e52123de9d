import { infiniteQueryOptions } from '@tanstack/react-query';
import type { CallOutput } from '#protocol/calls.ts';
import { call } from '#app/platform/api/api.ts';
import type { BoardFilter } from './board-search.ts';

/** The root of every list of adverts. */
export const boardRoot = 'tradeList';
const pageSize = '20';
/** Who scrolled further than this many pages refreshes by hand: the whole list would be asked for each time. */
const refreshedPages = 3;
/** Adverts behind those that the stream follows are asked for again so often while they are on screen. */
const refreshMs = 15_000;

/** Adverts to trade with, the best price first, page by page. */
export function boardQuery(filter: BoardFilter) {
  return infiniteQueryOptions({
    queryKey: [boardRoot, filter, 'pages'],
    staleTime: 5_000,
    refetchInterval: ({ state }) => ((state.data?.pages.length ?? 0) > refreshedPages ? false : refreshMs),
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      call(
        'GET tradeList',
        { ...filter, size: pageSize, ...(pageParam === null ? {} : { cursor: pageParam }) },
        { signal },
      ),
    getNextPageParam: (last: CallOutput<'GET tradeList'>) => last.next,
  });
}
