import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Download, ReceiptText } from 'lucide-react';
import { memo, Suspense, useMemo, useState } from 'react';
import type { WalletRecord } from '#protocol/wallets/entities/wallet.ts';
import { amountsHidden, toggleHiddenAmounts } from '#app/platform/format/hidden-amounts.ts';
import { useObservable } from '#app/platform/observable.ts';
import { formatTime, timeZone } from '#app/platform/format/time-format.ts';
import { AmountsEye } from '#app/ui/controls/AmountsEye.tsx';
import { EmptyState } from '#app/ui/layout/EmptyState.tsx';
import { IconButton } from '#app/ui/controls/IconButton.tsx';
import { Amount } from '#app/ui/layout/Progress.tsx';
import { IconTile, ListRow } from '#app/ui/lists/ListRow.tsx';
import { Sheet } from '#app/ui/overlays/Sheet.tsx';
import { SkeletonRow } from '#app/ui/layout/Skeleton.tsx';
import { DayHeading } from '#app/ui/lists/DayHeading.tsx';
import { useFollowedBalances } from '../followed-balances.ts';
import { type RecordFilter, recordsQuery, recordsRoot } from '../queries.ts';
import { RecordsScreen } from '#app/features/loading/records-screen.tsx';
import { useSearchFilters } from '#app/features/loading/search-filters.ts';
import { laterPart } from '#app/features/shell/later-part.tsx';
import { type RecordLine, recordLines } from './record-days.ts';
import { RecordFilters } from './record-filters.tsx';
import { RecordSheet } from './record-sheet.tsx';
import { kindLabels, recordKinds } from './record-labels.ts';
import { useRecordText } from './use-record-text.ts';

const ExportRecords = laterPart(() => import('./export-records.tsx'), 'ExportRecords');

/** Every event in a user's own wallets, newest first, by kind, coin, wallet and time. */
export function AssetRecordsScreen({ filter: asked }: { filter: RecordFilter }) {
  const filter = useKnownFilter(asked);
  const { t } = useLingui();
  const change = useSearchFilters('/pages/assets/Assetrecords', filter);
  const hidden = useObservable(amountsHidden);
  const records = useInfiniteQuery(recordsQuery(filter));
  const [open, setOpen] = useState<WalletRecord | null>(null);
  const [exporting, setExporting] = useState(false);
  const { hoursAt } = useObservable(timeZone);
  const { data } = records;
  const lines = useMemo(
    () =>
      data &&
      recordLines(
        data.pages.flatMap(({ list }) => list),
        hoursAt,
      ),
    [data, hoursAt],
  );
  const isFiltered = Object.keys(filter).length > 0;
  // A user who scrolls back is not disturbed, and pulls to refresh.
  useFollowedBalances(recordsRoot, data?.pages.length === 1);
  return (
    <RecordsScreen
      title={t`Asset records`}
      actions={
        <>
          <IconButton icon={Download} label={t`Export`} onClick={() => setExporting(true)} />
          <AmountsEye hidden={hidden} onToggle={toggleHiddenAmounts} />
        </>
      }
      under={<RecordFilters filter={filter} onChange={change} />}
      query={records}
      items={lines}
      failed={<Trans>Records did not load</Trans>}
      rows={8}
      empty={
        <EmptyState
          icon={ReceiptText}
          title={isFiltered ? t`No matching records` : t`No records yet`}
          text={
            isFiltered
              ? t`Choose other types, coins, wallets or dates.`
              : t`Everything that changes your balances appears here.`
          }
        />
      }
      keyOf={(line) => line.id}
      rowHeight={64}
      render={(line) => <Line line={line} hidden={hidden} onOpen={setOpen} />}
    >
      <RecordSheet record={open} onClose={() => setOpen(null)} />
      <Sheet open={exporting} onClose={() => setExporting(false)} title={t`Export records`}>
        <Suspense fallback={<SkeletonRow count={2} />}>
          <ExportRecords filter={filter} />
        </Suspense>
      </Sheet>
    </RecordsScreen>
  );
}

/** An address may name a kind that this build does not know: it then narrows nothing. */
function useKnownFilter(asked: RecordFilter): RecordFilter {
  return useMemo(() => {
    if (asked.kind === undefined || recordKinds.includes(asked.kind)) return asked;
    const { kind: _unknown, ...rest } = asked;
    return rest;
  }, [asked]);
}

function Line({ line, hidden, onOpen }: { line: RecordLine; hidden: boolean; onOpen: (record: WalletRecord) => void }) {
  if (line.is === 'day') return <DayHeading>{formatTime(line.at, 'date')}</DayHeading>;
  return <RecordRow record={line.record} hidden={hidden} onOpen={onOpen} />;
}

interface RecordRowProps {
  record: WalletRecord;
  hidden: boolean;
  onOpen: (record: WalletRecord) => void;
}

/** One record: what it was, what it came to, how it stands, and when. */
const RecordRow = memo(function RecordRow({ record, hidden, onOpen }: RecordRowProps) {
  const { title, amount, note, noteIsAmount } = useRecordText()(record);
  return (
    <ListRow
      leading={<IconTile icon={kindLabels[record.kind].icon} />}
      title={title}
      sub={formatTime(record.at, 'seconds')}
      value={<Amount hidden={hidden}>{amount}</Amount>}
      {...(note === null ? {} : { valueSub: noteIsAmount ? <Amount hidden={hidden}>{note}</Amount> : note })}
      chevron={false}
      aria-haspopup="dialog"
      onClick={() => onOpen(record)}
    />
  );
});
