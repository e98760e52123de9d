import type { InfiniteData } from '@tanstack/react-query';
import type { P2pOrder } from '#protocol/p2p/entities/trade.ts';
import { mergePages, type RecordPage } from '#app/features/deposits/records/record-pages.ts';
import { isOpen } from './order-times.ts';
import type { OrderFilter } from './queries.ts';

/** One answer of the list of orders, newest first. */
export type OrderPage = RecordPage<P2pOrder>;

/** Whether a list of orders holds this one. */
export function matchesFilter({ side, state }: OrderFilter, order: P2pOrder): boolean {
  if (side !== undefined && side !== order.side) return false;
  return state === undefined || (state === 'open' ? isOpen(order) : state === order.state);
}

/** A list of orders merged with what the stream says of them. */
export function mergeOrders(
  data: InfiniteData<OrderPage, string | null>,
  filter: OrderFilter,
  changed: readonly P2pOrder[],
): InfiniteData<OrderPage, string | null> {
  const terms = { fits: (order: P2pOrder) => matchesFilter(filter, order), atOf: timeOf };
  return mergePages(data, terms, changed);
}

const timeOf = ({ createdAt }: P2pOrder): number => createdAt;
