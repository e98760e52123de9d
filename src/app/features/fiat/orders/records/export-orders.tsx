import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
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
import type { OrderFilter } from '../queries.ts';
import { fetchOrders, useOrdersFile } from './orders-file.ts';
import css from './records.module.css';

type Step =
  | { readonly is: 'ready' }
  | { readonly is: 'fetching'; readonly rows: number }
  | { readonly is: 'done'; readonly file: File; readonly rows: number; readonly truncated: boolean }
  | { readonly is: 'failed'; readonly error: unknown };

/** Fetches the orders and makes the file; leaving ends it. */
function useExport(filter: OrderFilter) {
  const fileOf = useOrdersFile();
  const [step, setStep] = useState<Step>({ is: 'ready' });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const start = async () => {
    const ending = new AbortController();
    running.current = ending;
    setStep({ is: 'fetching', rows: 0 });
    try {
      const { orders, truncated } = await fetchOrders(filter, ending.signal, (rows) =>
        setStep({ is: 'fetching', rows }),
      );
      setStep({ is: 'done', file: fileOf(orders), rows: orders.length, truncated });
    } catch (error) {
      if (!ending.signal.aborted) setStep({ is: 'failed', error });
    }
  };
  return { step, start };
}

/** Makes a CSV file of the filtered orders on this device. */
export function ExportOrders({ filter }: { filter: OrderFilter }) {
  const { t } = useLingui();
  const reachable = useReachable();
  const { step, start } = useExport(filter);
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
