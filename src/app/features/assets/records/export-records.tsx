import type { I18n } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { exportRowsMax } from '#protocol/core/limits.ts';
import { formatNumber } from '#app/platform/format/number-format.ts';
import { useFailureText } from '#app/platform/api/refusal-text.ts';
import { serverNow } from '#app/platform/api/server-clock.ts';
import { formatOffset, timeZone } from '#app/platform/format/time-format.ts';
import { Button } from '#app/ui/controls/Button.tsx';
import { Progress } from '#app/ui/layout/Progress.tsx';
import { Stack } from '#app/ui/layout/Section.tsx';
import css from './records-screen.module.css';
import type { RecordFilter } from '../queries.ts';
import { exportFile, isoWithOffset } from './records-csv.ts';
import { fetchRecords, type FetchedRecords } from './records-export.ts';
import { kindLabels } from './record-labels.ts';
import { FileOffer, FileReady } from './export-steps.tsx';
import { useExport } from './use-export.ts';
import { partNames, walletLabels } from '../wallet-labels.ts';

/** Fetches the records and makes the file. */
function useRecordsExport(filter: RecordFilter) {
  const { t, i18n } = useLingui();
  const heads = [
    t`Time`,
    t`Record`,
    t`Type`,
    t`Wallet`,
    t`Part`,
    t`Coin`,
    t`Amount`,
    t`Reference`,
    t`Entry number`,
    t`Record number`,
  ];
  return useExport(async (signal, onProgress) => {
    const fetched = await fetchRecords(filter, signal, onProgress);
    const { rows, truncated } = fetched;
    return { file: fileOf(fetched, heads, i18n), rows, truncated };
  });
}

/** Makes a file of the records on this phone, for a spreadsheet. Leaving it ends the fetching. */
export function ExportRecords({ filter }: { filter: RecordFilter }) {
  const { t } = useLingui();
  const { step, start, cancel } = useRecordsExport(filter);
  const failure = useFailureText(step.is === 'failed' ? step.error : null);
  if (step.is === 'fetching') {
    const count = formatNumber(String(step.rows));
    return (
      <Stack gap={4} inset>
        <p className={css['note']} aria-live="polite">
          <Trans>{count} ledger entries fetched</Trans>
        </p>
        <Progress label={t`Fetching records`} share={Math.min(1, step.rows / exportRowsMax)} />
        <Button kind="outline" size="l" onClick={cancel}>
          <Trans>Cancel</Trans>
        </Button>
      </Stack>
    );
  }
  if (step.is === 'done') {
    const count = formatNumber(String(step.rows));
    const most = formatNumber(String(exportRowsMax));
    return (
      <FileReady label={t`Save or share the file`} file={step.file}>
        <Trans>The file has {count} ledger entries.</Trans>{' '}
        {step.truncated && <Trans>It holds the latest {most}. Narrow the time range for older ones.</Trans>}
      </FileReady>
    );
  }
  const zone = formatOffset();
  return (
    <FileOffer
      failure={failure}
      label={t`Create file`}
      offline={t`No connection. Export when you are back online.`}
      onStart={() => void start()}
    >
      <Trans>
        A CSV file of the filtered records with their ledger entries, created on this device. Times are in {zone}.
      </Trans>
    </FileOffer>
  );
}

function fileOf({ records }: FetchedRecords, heads: readonly string[], i18n: I18n): File {
  const { hoursAt } = timeZone.get();
  const lines = records.flatMap((record) => record.entries.map((entry) => ({ record, entry })));
  const rows = lines.map(({ record, entry }) => [
    isoWithOffset(entry.at, hoursAt),
    i18n._(kindLabels[record.kind].name),
    i18n._(kindLabels[entry.kind].name),
    i18n._(walletLabels[entry.wallet].name),
    i18n._(partNames[entry.part]),
    entry.asset,
    entry.amount,
    { identifier: entry.reference ?? '' },
    { identifier: entry.id },
    { identifier: record.id },
  ]);
  return exportFile('records', serverNow(), [heads, ...rows]);
}
