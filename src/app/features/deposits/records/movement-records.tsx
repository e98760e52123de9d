import type { MessageDescriptor } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { type InfiniteData, type UseInfiniteQueryResult, useQuery } from '@tanstack/react-query';
import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { amountsHidden, toggleHiddenAmounts } from '#app/platform/format/hidden-amounts.ts';
import { useObservable } from '#app/platform/observable.ts';
import { formatTime } from '#app/platform/format/time-format.ts';
import { AmountsEye } from '#app/ui/controls/AmountsEye.tsx';
import { ChipRow } from '#app/ui/controls/Chips.tsx';
import { FilterChoice } from '#app/ui/controls/FilterChoice.tsx';
import { EmptyState } from '#app/ui/layout/EmptyState.tsx';
import { Amount } from '#app/ui/layout/Progress.tsx';
import { Badge, type BadgeTone } from '#app/ui/lists/Badge.tsx';
import { CoinIcon } from '#app/ui/lists/CoinIcon.tsx';
import { ListRow } from '#app/ui/lists/ListRow.tsx';
import { coinText } from '../chain-labels.ts';
import { chainsQuery } from '../queries.ts';
import { useLiveRecords } from './live-records.ts';
import type { MovingRecord, RecordPage } from './record-pages.ts';
import { RecordsScreen } from '#app/features/loading/records-screen.tsx';
import { useSearchFilters } from '#app/features/loading/search-filters.ts';

/** A deposit or a withdrawal. */
interface Movement<State extends string> extends MovingRecord {
  readonly amount: string;
  readonly state: State;
}

interface MovementRecordsProps<State extends string, Item extends Movement<State>> {
  path: '/pages/assets/rechargeRecord' | '/pages/assets/withdrawalRecord';
  title: string;
  records: UseInfiniteQueryResult<InfiniteData<RecordPage<Item>>>;
  /** Root of the lists' query keys, and the part of the account topic that carries their changes. */
  root: string;
  part: 'deposits' | 'withdrawals';
  filter: { readonly asset?: string; readonly state?: State };
  /** How each state is called, in the order the filter shows them. */
  labels: Readonly<Record<State, { readonly name: MessageDescriptor; readonly tone: BadgeTone }>>;
  icon: LucideIcon;
  /** What appears here, for an empty list, and where to begin. */
  empty: ReactNode;
  action: ReactNode;
  /** How far a record on its way is; null shows its time instead. */
  progressOf: (item: Item) => string | null;
  /** The detail of the record that is open, if any. */
  renderSheet: (item: Item | null, onClose: () => void) => ReactNode;
}

/** The records of deposits or of withdrawals, as far as each is; those on their way go on while they are looked at. */
export function MovementRecords<State extends string, Item extends Movement<State>>(
  props: MovementRecordsProps<State, Item>,
) {
  const { records, filter, labels } = props;
  const { t, i18n } = useLingui();
  const hidden = useObservable(amountsHidden);
  const change = useSearchFilters(props.path, filter);
  const chains = useQuery(chainsQuery);
  useLiveRecords(props.root, props.part);
  const [open, setOpen] = useState<string | null>(null);
  const states = Object.keys(labels) as State[];
  const assets = [...new Set(chains.data?.chains.map(({ asset }) => asset))];
  const list = records.data?.pages.flatMap((page) => page.list);
  const opened = list?.find(({ id }) => id === open);
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <RecordsScreen
      title={props.title}
      actions={<AmountsEye hidden={hidden} onToggle={toggleHiddenAmounts} />}
      under={
        <ChipRow label={t`Filter records`}>
          <FilterChoice
            title={t`Coin`}
            allLabel={t`All coins`}
            value={filter.asset}
            options={assets.map((id) => ({ value: id, label: id, leading: <CoinIcon symbol={id} size={24} /> }))}
            onChange={(asset) => change({ asset })}
          />
          <FilterChoice
            title={t`Status`}
            allLabel={t`All statuses`}
            value={filter.state}
            options={states.map((value) => ({ value, label: i18n._(labels[value].name) }))}
            onChange={(state) => change({ state })}
          />
        </ChipRow>
      }
      query={records}
      items={list}
      failed={<Trans>Records did not load</Trans>}
      coins
      rows={8}
      empty={
        <EmptyState
          icon={props.icon}
          title={isFiltered ? t`No matching records` : t`No records yet`}
          text={isFiltered ? t`Choose other coins or statuses.` : props.empty}
          action={isFiltered ? undefined : props.action}
        />
      }
      keyOf={({ id }) => id}
      rowHeight={64}
      render={(item) => (
        <ListRow
          leading={<CoinIcon symbol={item.asset} />}
          title={item.asset}
          sub={props.progressOf(item) ?? formatTime(item.at, 'dayTime')}
          value={<Amount hidden={hidden}>{coinText(item.amount, item.asset)}</Amount>}
          valueSub={<Badge tone={labels[item.state].tone}>{i18n._(labels[item.state].name)}</Badge>}
          chevron={false}
          aria-haspopup="dialog"
          onClick={() => setOpen(item.id)}
        />
      )}
    >
      {props.renderSheet(opened ?? null, () => setOpen(null))}
    </RecordsScreen>
  );
}
