import { type InfiniteData, useInfiniteQuery, type UseInfiniteQueryResult } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import type { CallOutput } from '#protocol/calls.ts';
import type { ListedAdvert } from '#protocol/p2p/entities/trade.ts';
import { stream } from '#app/platform/stream/stream.ts';
import { useBoardIds } from '#app/platform/stream/stream-hooks.ts';
import type { BoardFilter } from './board-search.ts';
import { belongsTo, isWithin, topicOf } from './live-adverts.ts';
import { boardQuery } from './queries.ts';
import { acceptedList, shownOf, steadyAfter } from './steady-list.ts';

type Page = CallOutput<'GET tradeList'>;

/** The adverts of a list as they are shown. */
export interface Adverts {
  readonly query: UseInfiniteQueryResult<InfiniteData<Page>>;
  /** In places that do not change under a finger; undefined before the first answer. */
  readonly shown: readonly ListedAdvert[] | undefined;
  /** How many came meanwhile. An empty list takes them by itself: nothing in it can move. */
  readonly fresh: number;
  /** Shows them, each at its place. */
  readonly accept: () => Promise<void>;
}

const none: readonly ListedAdvert[] = [];

/** Follows a list over the stream; to be used by a component with the list as its key. */
export function useAdverts(filter: BoardFilter): Adverts {
  const query = useInfiniteQuery(boardQuery(filter));
  const topic = topicOf(filter);
  const ids = useBoardIds(topic);
  const { dataUpdatedAt: at } = query;
  const [first, setFirst] = useState<{ readonly at: number; readonly ids: ReadonlySet<string> } | null>(null);
  // With every answer: what the list says is newer than what the stream said before.
  if (ids !== null && query.data !== undefined && first?.at !== at) setFirst({ at, ids });
  const pages = query.data?.pages;
  const loaded = useMemo(() => pages?.flatMap(({ list }) => list) ?? none, [pages]);
  const [held, setHeld] = useState(() => acceptedList(pages?.length ?? 0, loaded));
  const list = steadyAfter(held, pages?.length ?? 0, loaded);
  if (list !== held) setHeld(list);
  // What was among the best when it was loaded and is not any more was taken, withdrawn, or is far off.
  const { shown, others } = shownOf(list, loaded, ({ id }) => first?.ids.has(id) === true && ids?.has(id) === false);
  const known = new Set(loaded.map(({ id }) => id));
  const live = stream.view<'adverts'>(topic);
  const come = [...(ids ?? [])].filter((id) => {
    const advert = live?.adverts.get(id);
    if (first?.ids.has(id) !== false || known.has(id) || advert === undefined) return false;
    return belongsTo(filter, advert) && (!query.hasNextPage || isWithin(filter.side, advert, loaded.at(-1)));
  });
  const { refetch } = query;
  const isEmpty = pages !== undefined && shown.length === 0;
  if (isEmpty && others.length > 0) setHeld(acceptedList(pages.length, loaded));
  const isAsking = isEmpty && come.length > 0;
  useEffect(() => {
    if (isAsking) void refetch();
  }, [isAsking, refetch]);
  return {
    query,
    shown: pages === undefined ? undefined : shown,
    fresh: isAsking && query.isFetching ? 0 : others.length + come.length,
    accept: async () => {
      const { data } = await refetch();
      const all = data?.pages.flatMap(({ list: page }) => page) ?? loaded;
      setHeld(acceptedList(data?.pages.length ?? list.pages, all));
    },
  };
}
