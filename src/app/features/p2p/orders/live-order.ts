import { type InfiniteData, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { P2pOrder } from '#protocol/p2p/entities/trade.ts';
import type { AccountUpdate } from '#protocol/core/stream/account-fields.ts';
import { useStreamUpdates } from '#app/platform/stream/stream-hooks.ts';
import type { UpdateListener } from '#app/platform/stream/topic-store.ts';
import { mergeOrders, type OrderPage } from './order-pages.ts';
import { orderQuery, ordersRoot } from './queries.ts';

/** Writes a newer state of orders into everything that shows them; details that only the exchange knows are asked for. */
export function takeOrders(client: QueryClient, changed: readonly P2pOrder[]): void {
  for (const order of changed) {
    const { queryKey } = orderQuery(order.id);
    client.setQueryData(queryKey, (detail) =>
      detail === undefined || detail.order.updatedAt > order.updatedAt ? detail : { ...detail, order },
    );
    void client.invalidateQueries({ queryKey });
  }
  const lists = client
    .getQueryCache()
    .findAll({ queryKey: [ordersRoot], predicate: ({ queryKey }) => queryKey[2] === 'pages' });
  for (const query of lists) {
    client.setQueryData<InfiniteData<OrderPage, string | null>>(
      query.queryKey,
      (data) => data && mergeOrders(data, query.queryKey[1] ?? {}, changed),
    );
    // A pending answer may be older than the streamed order.
    if (query.state.fetchStatus === 'fetching')
      void client.invalidateQueries({ queryKey: query.queryKey, exact: true });
  }
}

/** Keeps lists and details of fiat orders up to date while they are on screen, from the account topic. */
export function useLiveOrders(): void {
  const client = useQueryClient();
  const listener = useCallback<UpdateListener>(
    (update) => {
      // The hub pairs each topic with data of its kind.
      const { fiatOrders } = update.data as AccountUpdate;
      if (fiatOrders !== undefined && fiatOrders.length > 0) takeOrders(client, fiatOrders);
    },
    [client],
  );
  useStreamUpdates('account', listener);
}
