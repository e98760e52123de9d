import { Trans, useLingui } from '@lingui/react/macro';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { ChevronDown, type LucideIcon } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { amountsHidden, toggleHiddenAmounts } from '../../../platform/format/hidden-amounts.ts';
import { useObservable } from '../../../platform/observable.ts';
import { useReachable } from '../../../platform/offline/reachability.ts';
import { useFailureText } from '../../../platform/api/refusal-text.ts';
import { formatTime } from '../../../platform/format/time-format.ts';
import { AmountsEye } from '../../../ui/controls/AmountsEye.tsx';
import { StaleTag } from '../../../ui/layout/Banner.tsx';
import { Chip, ChipRow } from '../../../ui/controls/Chips.tsx';
import { CoinIcon } from '../../../ui/lists/CoinIcon.tsx';
import { EmptyState, ErrorState } from '../../../ui/layout/EmptyState.tsx';
import { Page } from '../../../ui/layout/Page.tsx';
import { PickerList, type PickerOption } from '../../../ui/controls/PickerField.tsx';
import { Sheet } from '../../../ui/overlays/Sheet.tsx';
import { SkeletonRow } from '../../../ui/layout/Skeleton.tsx';
import { PagedList } from '../../../ui/lists/PagedList.tsx';
import { Icon } from '../../../ui/icons.tsx';
import type { MovingRecord, RecordPage } from './record-pages.ts';
import css from './records-frame.module.css';

type Records<Item> = UseInfiniteQueryResult<InfiniteData<RecordPage<Item>>>;

/** The choice that does not narrow. */
export const all = 'all';

export interface RecordsFrameProps<Item extends MovingRecord> {
  title: string;
  records: Records<Item>;
  /** Chips above the list. */
  filters: ReactNode;
  /** Whether the filters narrow the list, which an empty one then says. */
  filtered: boolean;
  render: (item: Item, hidden: boolean) => ReactNode;
  icon: LucideIcon;
  /** What appears here, for an empty list, and where to begin. */
  empty: ReactNode;
  action: ReactNode;
  /** Sheets. */
  children: ReactNode;
}

/** A screen of deposits or withdrawals: newest first, page by page, persisted for use without a network. */
export function RecordsFrame<Item extends MovingRecord>(props: RecordsFrameProps<Item>) {
  const { records } = props;
  const hidden = useObservable(amountsHidden);
  const reachable = useReachable();
  const loaded = records.data !== undefined;
  return (
    <Page
      title={props.title}
      actions={<AmountsEye hidden={hidden} onToggle={toggleHiddenAmounts} />}
      under={props.filters}
      onRefresh={() => records.refetch()}
      updating={records.isFetching && loaded}
    >
      {loaded && !reachable && (
        <p className={css['age']}>
          <StaleTag>
            <Trans>as of {formatTime(records.dataUpdatedAt, 'time')}</Trans>
          </StaleTag>
        </p>
      )}
      <RecordsList {...props} hidden={hidden} />
      {props.children}
    </Page>
  );
}

function RecordsList<Item extends MovingRecord>(props: RecordsFrameProps<Item> & { hidden: boolean }) {
  const { t } = useLingui();
  const { records, title, render, hidden } = props;
  const failure = useFailureText(records.error);
  if (records.data === undefined) {
    return records.isError ? (
      <ErrorState
        title={<Trans>Records did not load</Trans>}
        text={
          <>
            <Trans>Your coins are safe.</Trans> {failure}
          </>
        }
        retrying={records.isFetching}
        onRetry={() => void records.refetch()}
      />
    ) : (
      <SkeletonRow count={8} />
    );
  }
  const list = records.data.pages.flatMap((page) => page.list);
  if (list.length === 0) {
    return (
      <EmptyState
        icon={props.icon}
        title={props.filtered ? t`No matching records` : t`No records yet`}
        text={props.filtered ? t`Choose other coins or statuses.` : props.empty}
        {...(props.filtered ? {} : { action: props.action })}
      />
    );
  }
  return (
    <>
      <PagedList
        pages={records}
        label={title}
        items={list}
        keyOf={(item) => item.id}
        rowHeight={64}
        render={(item) => render(item, hidden)}
      />
    </>
  );
}

export interface RecordFiltersProps<State extends string> {
  asset: string | undefined;
  state: State | undefined;
  /** Coins that can be chosen. */
  assets: readonly string[];
  states: readonly { readonly value: State; readonly label: string }[];
  onChange: (filter: { asset?: string; state?: State }) => void;
}

/** Narrows records by coin and state; each chip opens its choices. */
export function RecordFilters<State extends string>(props: RecordFiltersProps<State>) {
  const { t } = useLingui();
  const { asset, state, onChange } = props;
  const [open, setOpen] = useState<'asset' | 'state' | null>(null);
  const choose = (next: { asset?: string | undefined; state?: State | undefined }) => {
    setOpen(null);
    onChange({
      ...(next.asset === undefined ? {} : { asset: next.asset }),
      ...(next.state === undefined ? {} : { state: next.state }),
    });
  };
  const assets: readonly PickerOption[] = [
    { value: all, label: t`All coins` },
    ...props.assets.map((id) => ({ value: id, label: id, leading: <CoinIcon symbol={id} size={24} /> })),
  ];
  const states: readonly PickerOption<State | typeof all>[] = [{ value: all, label: t`All statuses` }, ...props.states];
  const stateName = props.states.find(({ value }) => value === state)?.label;
  return (
    <>
      <ChipRow label={t`Filter records`}>
        <Chip
          {...(asset === undefined ? {} : { pressed: true })}
          aria-haspopup="dialog"
          onClick={() => setOpen('asset')}
        >
          {asset ?? t`All coins`}
          <Icon of={ChevronDown} size="note" />
        </Chip>
        <Chip
          {...(state === undefined ? {} : { pressed: true })}
          aria-haspopup="dialog"
          onClick={() => setOpen('state')}
        >
          {stateName ?? t`All statuses`}
          <Icon of={ChevronDown} size="note" />
        </Chip>
      </ChipRow>
      <Sheet open={open === 'asset'} onClose={() => setOpen(null)} title={t`Coin`} flush>
        <PickerList
          label={t`Coin`}
          value={asset ?? all}
          options={assets}
          onChange={(next) => choose({ state, asset: next === all ? undefined : next })}
        />
      </Sheet>
      <Sheet open={open === 'state'} onClose={() => setOpen(null)} title={t`Status`} flush>
        <PickerList
          label={t`Status`}
          value={state ?? all}
          options={states}
          onChange={(next) => choose({ asset, state: next === all ? undefined : next })}
        />
      </Sheet>
    </>
  );
}
