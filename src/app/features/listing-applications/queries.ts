import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ListingApplication } from '#protocol/listing-applications/entities.ts';
import { call } from '#app/platform/api/api.ts';
import { pagesQuery } from '#app/platform/api/pages-query.ts';
import { pairsQuery } from '../pairs/queries.ts';

const applicationsRoot = 'addCoinApply';
const pageSize = '20';
/** The desk may ask or decide at any moment. */
const renewMs = 3_000;

/** Own applications, newest first, page by page. */
export const applicationsQuery = pagesQuery(
  [applicationsRoot],
  (cursor, signal) => call('GET addCoinApply', { size: pageSize, ...cursor }, { signal }),
  ({ list }) => list.length,
);

/** Whether an application is not decided. */
export const isOpen = ({ decidedAt }: ListingApplication) => decidedAt === null;

/** Own applications; while one is open they are asked for again every few seconds. */
export function useApplications() {
  const query = useInfiniteQuery({
    ...applicationsQuery,
    refetchInterval: ({ state }) => (state.data?.pages[0]?.list.some(isOpen) === true ? renewMs : false),
  });
  return { query, list: query.data?.pages.flatMap(({ list }) => list) };
}

/** One own application; null when there is none, undefined while it is not known. */
export function useListingApplication(id: string) {
  const { query, list } = useApplications();
  const found = list?.find((each) => each.id === id);
  const { hasNextPage, isFetching, fetchNextPage } = query;
  const isElsewhere = list !== undefined && found === undefined && hasNextPage;
  useEffect(() => {
    if (isElsewhere && !isFetching) void fetchNextPage();
  }, [isElsewhere, isFetching, fetchNextPage]);
  return { query, application: list === undefined || isElsewhere ? undefined : (found ?? null) };
}

/** Says whether a coin is listed, as far as the device knows. */
export function useIsListed(): (symbol: string) => boolean {
  const { data } = useQuery(pairsQuery);
  return (symbol) => data?.list.some(({ base, quote }) => base === symbol || quote === symbol) === true;
}
