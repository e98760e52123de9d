import { useLingui } from '@lingui/react/macro';
import type { CallOutput } from '#protocol/calls.ts';
import type { P2pOrder } from '#protocol/p2p/entities/trade.ts';
import { exportRowsMax, pageSizeMax } from '#protocol/core/limits.ts';
import { call } from '#app/platform/api/api.ts';
import { serverNow } from '#app/platform/api/server-clock.ts';
import { timeZone } from '#app/platform/format/time-format.ts';
import { exportFile, isoWithOffset } from '#app/features/assets/records/records-csv.ts';
import { methodNames, orderStateLabels } from '#app/features/p2p/parts/p2p-labels.ts';
import type { OrderFilter } from '../queries.ts';

/**
 * Fetches all orders of a filter, newest first, page by page, up to `exportRowsMax`.
 *
 * @param onProgress called after each page with the number of orders so far
 * @throws what a call throws; the reason of the signal when it was cancelled
 */
export async function fetchOrders(filter: OrderFilter, signal: AbortSignal, onProgress: (rows: number) => void) {
  const orders: P2pOrder[] = [];
  let cursor: string | null = null;
  do {
    const page: CallOutput<'GET otcOrderList'> = await call(
      'GET otcOrderList',
      { ...filter, size: String(pageSizeMax), ...(cursor === null ? {} : { cursor }) },
      { signal },
    );
    orders.push(...page.list.slice(0, exportRowsMax - orders.length));
    cursor = page.next;
    onProgress(orders.length);
  } while (cursor !== null && orders.length < exportRowsMax);
  return { orders, truncated: cursor !== null };
}

/** Makes a file of orders, one a line, for a spreadsheet. */
export function useOrdersFile() {
  const { t, i18n } = useLingui();
  return (orders: readonly P2pOrder[]): File => {
    const heads = [
      t`Order number`,
      t({ message: 'Ordered', context: 'step of an order' }),
      t`Side`,
      t`Coin`,
      t`Quantity`,
      t`Unit price`,
      t({ message: 'Amount', context: 'of money' }),
      t`Currency`,
      t`Payment method`,
      t({ message: 'Reference', context: 'of a payment' }),
      t`The other side`,
      t`Status`,
      t`Ended`,
    ];
    const { hoursAt } = timeZone.get();
    const rows = orders.map((order) => [
      { identifier: order.id },
      isoWithOffset(order.createdAt, hoursAt),
      order.side === 'buy' ? t({ message: 'Buy', context: 'side' }) : t({ message: 'Sell', context: 'side' }),
      order.asset,
      order.quantity,
      order.price,
      order.amount,
      order.currency,
      i18n._(methodNames[order.method]),
      { identifier: order.reference },
      order.counterparty ?? '',
      i18n._(orderStateLabels[order.state].name),
      order.endedAt === null ? '' : isoWithOffset(order.endedAt, hoursAt),
    ]);
    return exportFile('fiat-orders', serverNow(), [heads, ...rows]);
  };
}
