import type { P2pOrder } from '#protocol/p2p/entities/trade.ts';
import type { FiatCurrencyCode } from '#protocol/p2p/currencies.ts';
import { addDecimals, type Decimal } from '#protocol/core/decimal.ts';
import { isOpen } from '../order-times.ts';
import { type HoursAt, localDay } from '#app/platform/format/time-format.ts';

/** What was completed on one day, by currency. */
export type DayTotals = Readonly<Partial<Record<FiatCurrencyCode, Decimal>>>;

/** A line of a list of orders. */
export type OrderListLine =
  | { readonly is: 'open'; readonly id: string }
  | { readonly is: 'day'; readonly id: string; readonly at: number; readonly totals: DayTotals | null }
  | { readonly is: 'order'; readonly id: string; readonly order: P2pOrder };

/** Sums completed orders by currency. */
export function totalsOf(orders: readonly P2pOrder[]): DayTotals {
  const totals: Partial<Record<FiatCurrencyCode, Decimal>> = {};
  for (const { state, currency, amount } of orders) {
    if (state === 'completed') totals[currency] = addDecimals(totals[currency] ?? '0', amount);
  }
  return totals;
}

/**
 * Open orders first, then the others under the day they were made on, with what was completed of it.
 *
 * @param orders newest first
 * @param hoursAt of the zone whose days they are
 * @param hasMore the last day may go on: its total is not known
 */
export function orderLines(orders: readonly P2pOrder[], hoursAt: HoursAt, hasMore: boolean): OrderListLine[] {
  const open = orders.filter(isOpen);
  const days = Map.groupBy(
    orders.filter((order) => !isOpen(order)),
    ({ createdAt }) => localDay(createdAt, hoursAt),
  );
  const lastDay = [...days.keys()].at(-1);
  const lineOf = (order: P2pOrder): OrderListLine => ({ is: 'order', id: order.id, order });
  const head: OrderListLine[] = open.length === 0 ? [] : [{ is: 'open', id: 'open' }];
  return [
    ...head,
    ...open.map(lineOf),
    ...[...days].flatMap(([day, own]): OrderListLine[] => [
      {
        is: 'day',
        id: `day-${day}`,
        at: own[0]?.createdAt ?? 0,
        totals: hasMore && day === lastDay ? null : totalsOf(own),
      },
      ...own.map(lineOf),
    ]),
  ];
}

/** Orders of the stream and of the pages as one list, newest first; the newer state of an order counts. */
export function joinOrders(streamed: readonly P2pOrder[], listed: readonly P2pOrder[]): P2pOrder[] {
  const byId = new Map(listed.map((order) => [order.id, order]));
  for (const order of streamed) {
    const known = byId.get(order.id);
    if (known === undefined || known.updatedAt <= order.updatedAt) byId.set(order.id, order);
  }
  return [...byId.values()].toSorted((a, b) => b.createdAt - a.createdAt);
}
