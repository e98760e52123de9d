import { Trans, useLingui } from '@lingui/react/macro';
import { exportRowsMax } from '#protocol/core/limits.ts';
import { formatNumber } from '#app/platform/format/number-format.ts';
import { formatOffset } from '#app/platform/format/time-format.ts';
import { useFailureText } from '#app/platform/api/refusal-text.ts';
import { Progress } from '#app/ui/layout/Progress.tsx';
import { FileOffer, FileReady } from '#app/features/assets/records/export-steps.tsx';
import { useExport } from '#app/features/assets/records/use-export.ts';
import type { OrderFilter } from '../queries.ts';
import { fetchOrders, useOrdersFile } from './orders-file.ts';

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
