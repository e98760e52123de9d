import { Trans, useLingui } from '@lingui/react/macro';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { amountsHidden, toggleHiddenAmounts } from '../../../platform/format/hidden-amounts.ts';
import { useObservable } from '../../../platform/observable.ts';
import { AmountsEye } from '../../../ui/controls/AmountsEye.tsx';
import { EmptyState } from '../../../ui/layout/EmptyState.tsx';
import { Page } from '../../../ui/layout/Page.tsx';
import { SkeletonRow } from '../../../ui/layout/Skeleton.tsx';
import { PagedList } from '../../../ui/lists/PagedList.tsx';
import type { MovingRecord, RecordPage } from './record-pages.ts';
import { OfflineAge } from '../../loading/offline-age.tsx';
import { LoadError } from '../../loading/load-error.tsx';

export type Records<Item> = UseInfiniteQueryResult<InfiniteData<RecordPage<Item>>>;

interface RecordsFrameProps<Item extends MovingRecord> {
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
  const loaded = records.data !== undefined;
  return (
    <Page
      title={props.title}
      actions={<AmountsEye hidden={hidden} onToggle={toggleHiddenAmounts} />}
      under={props.filters}
      onRefresh={() => records.refetch()}
      updating={records.isFetching && loaded}
    >
      {loaded && <OfflineAge at={records.dataUpdatedAt} />}
      <RecordsList {...props} hidden={hidden} />
      {props.children}
    </Page>
  );
}

function RecordsList<Item extends MovingRecord>(props: RecordsFrameProps<Item> & { hidden: boolean }) {
  const { t } = useLingui();
  const { records, title, render, hidden } = props;
  if (records.data === undefined) {
    return records.isError ? (
      <LoadError query={records} title={<Trans>Records did not load</Trans>} coins />
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
