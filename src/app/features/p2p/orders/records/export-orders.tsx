import { Trans, useLingui } from '@lingui/react/macro';
import { exportRowsMax, pageSizeMax } from '#protocol/core/limits.ts';
import type { CallOutput } from '#protocol/calls.ts';
import type { P2pOrder } from '#protocol/p2p/entities/trade.ts';
import { formatNumber } from '#app/platform/format/number-format.ts';
import { formatOffset, timeZone } from '#app/platform/format/time-format.ts';
import { useFailureText } from '#app/platform/api/refusal-text.ts';
import { Progress } from '#app/ui/layout/Progress.tsx';
import { FileOffer, FileReady } from '#app/features/assets/records/export-steps.tsx';
import { useExport } from '#app/features/assets/records/use-export.ts';
import { call } from '#app/platform/api/api.ts';
import { serverNow } from '#app/platform/api/server-clock.ts';
import { exportFile, isoWithOffset } from '#app/features/assets/records/records-csv.ts';
import { methodNames, orderStateLabels } from '#app/features/p2p/parts/p2p-labels.ts';
import type { OrderFilter } from '../queries.ts';

/** Fetches the orders and makes the file. */
function useOrdersExport(filter: OrderFilter) {
  const fileOf = useOrdersFile();
  return useExport(async (signal, onProgress) => {
    const { orders, truncated } = await fetchOrders(filter, signal, onProgress);
    return { file: fileOf(orders), rows: orders.length, truncated };
  });
}

/** Makes a CSV file of the filtered orders on this device. */
export function ExportOrders({ filter }: { filter: OrderFilter }) {
  const { t } = useLingui();
  const { step, start } = useOrdersExport(filter);
  const failure = useFailureText(step.is === 'failed' ? step.error : null);
  const zone = formatOffset();
  if (step.is === 'fetching') return <Progress label={t`Fetching orders`} share={step.rows / exportRowsMax} />;
  if (step.is === 'done') {
    const count = formatNumber(String(step.rows));
    const most = formatNumber(String(exportRowsMax));
    return (
      <FileReady label={t`Save or share the file`} file={step.file}>
        <Trans>Orders in the file: {count}.</Trans> {step.truncated && <Trans>It holds the latest {most}.</Trans>}
      </FileReady>
    );
  }
  return (
    <FileOffer
      failure={failure}
      label={t`Create file`}
      offline={t`No connection. Export when you are back online.`}
      onStart={() => void start()}
    >
      <Trans>A CSV file of the filtered orders, created on this device. Times are in {zone}.</Trans>
    </FileOffer>
  );
}

/**
 * Fetches all orders of a filter, newest first, page by page, up to `exportRowsMax`.
 *
 * @param onProgress called after each page with the number of orders so far
 * @throws what a call throws; the reason of the signal when it was cancelled
 */
async function fetchOrders(filter: OrderFilter, signal: AbortSignal, onProgress: (rows: number) => void) {
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
function useOrdersFile() {
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
