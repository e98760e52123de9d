import { infiniteQueryOptions, type InfiniteData, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import type { AccountUpdate } from '#protocol/core/stream/account-fields.ts';
import type { CallOutput } from '#protocol/calls.ts';
import type { TicketThread } from '#protocol/tickets/entities.ts';
import { call } from '#app/platform/api/api.ts';
import { callQuery } from '#app/platform/api/call-query.ts';
import { outboxChanges } from '#app/platform/offline/outbox-store.ts';
import { useStreamUpdates } from '#app/platform/stream/stream-hooks.ts';
import type { UpdateListener } from '#app/platform/stream/topic-store.ts';
import { sentThread } from '#app/platform/offline/ticket-sending.ts';

const root = 'worker/order/list';
const pageSize = '30';

type TicketPage = CallOutput<'GET worker/order/list'>;

/** Own tickets, the one that moved last first, page by page. */
export const ordersQuery = infiniteQueryOptions({
  queryKey: [root, { size: pageSize }, 'pages'],
  initialPageParam: null as string | null,
  queryFn: ({ pageParam, signal }) =>
    call('GET worker/order/list', { size: pageSize, ...(pageParam === null ? {} : { cursor: pageParam }) }, { signal }),
  getNextPageParam: (last: TicketPage) => last.next,
});

/** One ticket with all that was said; asking for it marks it read. */
export function orderQuery(id: string) {
  return callQuery('GET worker/order/list', { id });
}

/** Writes an order as the exchange just answered it into what is shown. */
function takeThread(client: QueryClient, thread: TicketThread): void {
  const { order } = thread;
  client.setQueryData(orderQuery(order.id).queryKey, { list: [order], next: null, thread });
  client.setQueryData<InfiniteData<TicketPage, string | null>>(ordersQuery.queryKey, (data) => {
    const [first, ...rest] = data?.pages ?? [];
    if (data === undefined || first === undefined) return data;
    const without = (page: TicketPage) => ({ ...page, list: page.list.filter(({ id }) => id !== order.id) });
    const newest = without(first);
    return { ...data, pages: [{ ...newest, list: [order, ...newest.list] }, ...rest.map(without)] };
  });
}

/**
 * Keeps tickets up to date while they are on screen: as the exchange streams them, and as this device sends them.
 */
export function useLiveTickets(): void {
  const client = useQueryClient();
  const listener = useCallback<UpdateListener>(
    (update) => {
      // The hub pairs each topic with data of its kind.
      const changed = (update.data as AccountUpdate).workOrders ?? [];
      if (changed.length === 0) return;
      void client.invalidateQueries({ queryKey: [root] });
      // Another page of this device may have sent what waited.
      outboxChanges.set(outboxChanges.get() + 1);
    },
    [client],
  );
  useStreamUpdates('account', listener);
  useEffect(
    () =>
      sentThread.subscribe(() => {
        const thread = sentThread.get();
        if (thread !== null) takeThread(client, thread);
      }),
    [client],
  );
}
