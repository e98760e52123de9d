import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Download, ReceiptText } from 'lucide-react';
import { memo, Suspense, useMemo, useState } from 'react';
import type { WalletRecord } from '#protocol/wallets/entities/wallet.ts';
import { wallets } from '#protocol/wallets/wallets.ts';
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
import { RecordsScreen } from '#app/features/loading/records-screen.tsx';
import { useSearchFilters, type SearchChange } from '#app/features/loading/search-filters.ts';
import { laterPart } from '#app/features/shell/later-part.tsx';
import { ChipRow } from '#app/ui/controls/Chips.tsx';
import { FilterChoice } from '#app/ui/controls/FilterChoice.tsx';
import { CoinIcon } from '#app/ui/lists/CoinIcon.tsx';
import { useFollowedBalances } from '../followed-balances.ts';
import { type RecordFilter, recordsQuery, recordsRoot, coinsQuery, recordDays, type RecordDays } from '../queries.ts';
import { type RecordLine, recordLines } from './record-days.ts';
import { RecordSheet } from './record-sheet.tsx';
import { kindLabels, recordKinds } from './record-labels.ts';
import { useRecordText } from './use-record-text.ts';
import { walletLabels } from '../wallet-labels.ts';

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

interface RecordFiltersProps {
  filter: RecordFilter;
  /** Narrows by what is given; undefined narrows no longer. */
  onChange: (change: SearchChange<RecordFilter>) => void;
}

/** Narrows the records by kind, coin, wallet and time; each chip opens its choices. */
function RecordFilters({ filter, onChange }: RecordFiltersProps) {
  const { t, i18n } = useLingui();
  const coins = useQuery(coinsQuery);
  const dayNames: Record<RecordDays, string> = {
    '1': t`Last 24 hours`,
    '7': t`Last 7 days`,
    '30': t`Last 30 days`,
    '90': t`Last 90 days`,
    '365': t`Last year`,
  };
  const { kind, asset, wallet, days } = filter;
  return (
    <ChipRow label={t`Filter records`}>
      <FilterChoice
        title={t`Type`}
        allLabel={t`All types`}
        value={kind}
        options={recordKinds.map((value) => ({ value, label: i18n._(kindLabels[value].name) }))}
        onChange={(next) => onChange({ kind: next })}
      />
      <FilterChoice
        title={t`Coin`}
        allLabel={t`All coins`}
        tall
        value={asset}
        options={(coins.data?.assets ?? []).map(({ id, name }) => ({
          value: id,
          label: id,
          detail: name,
          leading: <CoinIcon symbol={id} size={24} />,
        }))}
        onChange={(next) => onChange({ asset: next })}
      />
      <FilterChoice
        title={t`Wallet`}
        allLabel={t`All wallets`}
        value={wallet}
        options={wallets.map((value) => ({ value, label: i18n._(walletLabels[value].name) }))}
        onChange={(next) => onChange({ wallet: next })}
      />
      <FilterChoice
        title={t`Time`}
        allLabel={t`All time`}
        value={days}
        options={recordDays.map((value) => ({ value, label: dayNames[value] }))}
        onChange={(next) => onChange({ days: next })}
      />
    </ChipRow>
  );
}
