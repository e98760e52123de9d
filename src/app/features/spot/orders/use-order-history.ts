import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Order } from '../../../../protocol/spot/entities.ts';
import { useAccount } from '../../../platform/stream/stream-hooks.ts';
import { type OrderFilter, ordersQuery, refreshOrders } from '../queries.ts';

export function useOrders(filter: OrderFilter) {
  return useInfiniteQuery(ordersQuery(filter));
}

export type Orders = ReturnType<typeof useOrders>;

/** The answered orders, those that are open as the stream has them. */
export function withLive(answered: readonly Order[], open: readonly Order[]): readonly Order[] {
  const live = new Map(open.map((order) => [order.id, order]));
  return answered.map((order) => {
    const now = live.get(order.id);
    return now !== undefined && now.updatedAt >= order.updatedAt ? now : order;
  });
}

/** The stream reports every change of an open order; the lists are then refetched. */
export function useLiveRefresh(): void {
  const client = useQueryClient();
  const account = useAccount();
  const mark = account === null ? null : account.orders.map(({ id, updatedAt }) => `${id}.${updatedAt}`).join();
  const seen = useRef<string | null>(null);
  useEffect(() => {
    if (mark === null || mark === seen.current) return;
    const first = seen.current === null;
    seen.current = mark;
    if (!first) void refreshOrders(client);
  }, [client, mark]);
}
