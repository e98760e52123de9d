import type { ReactNode } from 'react';
import { Page, type PageProps } from '../../ui/layout/Page.tsx';
import { PagedList, type PagedListProps } from '../../ui/lists/PagedList.tsx';
import type { LoadErrorProps } from './load-error.tsx';
import { NotLoaded } from './not-loaded.tsx';
import { OfflineAge } from './offline-age.tsx';

interface RecordListProps<Item> extends Omit<PagedListProps<Item>, 'pages' | 'items'> {
  readonly query: LoadErrorProps['query'] & PagedListProps<Item>['pages'] & { readonly dataUpdatedAt: number };
  /** What the query answered so far; undefined before its first answer. */
  readonly items: readonly Item[] | undefined;
  /** Says that the list did not load. */
  readonly failed: ReactNode;
  /** The list shows own coins. */
  readonly coins?: boolean;
  /** Empty rows while it loads. Default 6. */
  readonly rows?: number;
  /** Their outline, where it differs. */
  readonly waiting?: ReactNode;
  /** In place of a list without items. */
  readonly empty: ReactNode;
}

/** A list that comes page by page: its outline, its failure, its emptiness, its age while offline. */
export function RecordList<Item>(props: RecordListProps<Item>) {
  const { query, items, failed, coins = false, rows = 6, waiting, empty, ...list } = props;
  if (items === undefined) {
    return (
      <NotLoaded query={query} title={failed} coins={coins} rows={rows} leading={list.leading}>
        {waiting}
      </NotLoaded>
    );
  }
  return (
    <>
      <OfflineAge at={query.dataUpdatedAt} />
      {items.length === 0 ? empty : <PagedList {...list} pages={query} items={items} />}
    </>
  );
}

interface RecordsScreenProps<Item>
  extends Omit<RecordListProps<Item>, 'label'>, Pick<PageProps, 'actions' | 'under' | 'tabBar'> {
  readonly title: string;
  /** What the list is, for readers. Default: the title. */
  readonly label?: string;
  /** Fetches anew on a pull. Default: the list alone. */
  readonly onRefresh?: () => Promise<unknown>;
  /** Above the list: filters, sums. */
  readonly above?: ReactNode;
  /** Sheets. */
  readonly children?: ReactNode;
}

/** A screen of records, newest first, page by page. */
export function RecordsScreen<Item>(props: RecordsScreenProps<Item>) {
  const { title, label = title, actions, under, tabBar, onRefresh, above, children, ...list } = props;
  const { query, items } = list;
  return (
    <Page
      title={title}
      actions={actions}
      under={under}
      tabBar={tabBar}
      onRefresh={onRefresh ?? (async () => query.refetch())}
      updating={query.isFetching && items !== undefined}
    >
      {above}
      <RecordList label={label} {...list} />
      {children}
    </Page>
  );
}
