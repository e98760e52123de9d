import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { CallOutput } from '../../../../protocol/calls.ts';
import type { FiatSide, OwnAdvert } from '../../../../protocol/entities/fiat-trade.ts';
import { call } from '../../../platform/api/api.ts';
import { queryRoot } from '../../../platform/api/call-query.ts';
import { filledPage } from '../../../platform/api/filled-page.ts';

const root = queryRoot('GET otcBillList');

/** Which own adverts a list shows. */
export interface AdvertFilter {
  readonly side: FiatSide;
  readonly state: OwnAdvert['state'];
}

/** Own adverts, newest first, page by page. */
export function ownAdvertsQuery(filter: AdvertFilter) {
  return infiniteQueryOptions({
    queryKey: [root, filter, 'pages'],
    staleTime: 0,
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) => {
      const ask = (cursor: string | null) =>
        call('GET otcBillList', { ...filter, ...(cursor === null ? {} : { cursor }) }, { signal });
      return filledPage(ask, pageParam, ({ list }) => list.length);
    },
    getNextPageParam: (last: CallOutput<'GET otcBillList'>) => last.next,
  });
}

/** Pages that are looked through for one advert. */
const pagesMost = 5;

/** One own advert among the newest; null when it is none of them. */
export function ownAdvertQuery(id: string) {
  return queryOptions<OwnAdvert | null>({
    queryKey: [root, 'one', id],
    staleTime: 0,
    queryFn: async ({ signal }) => {
      let cursor: string | null = null;
      for (let page = 0; page < pagesMost; page += 1) {
        const answer: CallOutput<'GET otcBillList'> = await call('GET otcBillList', cursor === null ? {} : { cursor }, {
          signal,
        });
        const found = answer.list.find((advert) => advert.id === id);
        if (found !== undefined) return found;
        cursor = answer.next;
        if (cursor === null) return null;
      }
      return null;
    },
  });
}
