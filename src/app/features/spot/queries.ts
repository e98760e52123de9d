import type { QueryClient } from '@tanstack/react-query';
import type { Side } from '#protocol/market-data/entities/market.ts';
import type { Order } from '#protocol/spot/entities.ts';
import { call } from '#app/platform/api/api.ts';
import { pagesQuery } from '#app/platform/api/pages-query.ts';

/** Which of the own orders are asked for; without pair or side all of them. */
export interface OrderFilter {
  readonly state: 'current' | 'history';
  readonly pair?: string;
  readonly side?: Side;
}

const root = 'currencyRecord';

/** Own orders, newest first, page by page. */
export function ordersQuery(filter: OrderFilter) {
  return pagesQuery(
    [root, filter],
    (cursor, signal) => call('GET currencyRecord', { ...filter, ...cursor }, { signal }),
    ({ list }) => list.length,
  );
}

/** Takes all open orders as the stream has them for the last answer, which the device keeps. */
export function keepOpenOrders(client: QueryClient, orders: readonly Order[]): void {
  const page = { list: [...orders], next: null };
  client.setQueryData(ordersQuery({ state: 'current' }).queryKey, { pages: [page], pageParams: [null] });
}

/** Asks again for the orders on screen; others are asked for when they are seen. */
export function refreshOrders(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: [root] });
}
