import { queryOptions } from '@tanstack/react-query';
import type { CallOutput } from '#protocol/calls.ts';
import type { P2pSide, OwnAdvert } from '#protocol/p2p/entities/trade.ts';
import { call } from '#app/platform/api/api.ts';
import { queryRoot } from '#app/platform/api/call-query.ts';
import { pagesQuery } from '#app/platform/api/pages-query.ts';

const root = queryRoot('GET otcBillList');

/** Which own adverts a list shows. */
interface AdvertFilter {
  readonly side: P2pSide;
  readonly state: OwnAdvert['state'];
}

/** Own adverts, newest first, page by page. */
export function ownAdvertsQuery(filter: AdvertFilter) {
  return pagesQuery(
    [root, filter],
    (cursor, signal) => call('GET otcBillList', { ...filter, ...cursor }, { signal }),
    ({ list }) => list.length,
  );
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
