import { Trans, useLingui } from '@lingui/react/macro';
import { exportRowsMax } from '../../../../../protocol/limits.ts';
import { formatNumber } from '../../../../platform/format/number-format.ts';
import { formatOffset } from '../../../../platform/format/time-format.ts';
import { useFailureText } from '../../../../platform/api/refusal-text.ts';
import { useReachable } from '../../../../platform/offline/reachability.ts';
import { Button } from '../../../../ui/controls/Button.tsx';
import { FailureBanner } from '../../../../ui/layout/FailureBanner.tsx';
import { Progress } from '../../../../ui/layout/Progress.tsx';
import { Stack } from '../../../../ui/layout/Section.tsx';
import { downloadFile } from '../../../assets/records/records-export.ts';
import { useExport } from '../../../assets/records/use-export.ts';
import type { OrderFilter } from '../queries.ts';
import { fetchOrders, useOrdersFile } from './orders-file.ts';
import css from './records.module.css';

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
  const reachable = useReachable();
  const { step, start } = useOrdersExport(filter);
  const failure = useFailureText(step.is === 'failed' ? step.error : null);
  const zone = formatOffset();
  if (step.is === 'fetching') return <Progress label={t`Fetching orders`} share={step.rows / exportRowsMax} />;
  if (step.is === 'done') {
    const count = formatNumber(String(step.rows));
    const most = formatNumber(String(exportRowsMax));
    return (
      <Stack gap={4} inset>
        <p className={css['note']} aria-live="polite">
          <Trans>Orders in the file: {count}.</Trans> {step.truncated && <Trans>It holds the latest {most}.</Trans>}
        </p>
        <Button kind="primary" size="l" onClick={() => void downloadFile(step.file)}>
          <Trans>Save or share the file</Trans>
        </Button>
      </Stack>
    );
  }
  return (
    <Stack gap={4} inset>
      <p className={css['note']}>
        <Trans>A CSV file of the filtered orders, created on this device. Times are in {zone}.</Trans>
      </p>
      <FailureBanner text={failure} />
      <Button
        kind="primary"
        size="l"
        disabledReason={reachable ? undefined : t`No connection. Export when you are back online.`}
        onClick={() => void start()}
      >
        <Trans>Create file</Trans>
      </Button>
    </Stack>
  );
}
