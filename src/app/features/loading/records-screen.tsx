import type { ReactNode } from 'react';
import { Page, type PageProps } from '#app/ui/layout/Page.tsx';
import { RecordList, type RecordListProps } from './record-list.tsx';

interface RecordsScreenProps<Item>
  extends Omit<RecordListProps<Item>, 'label'>, Pick<PageProps, 'actions' | 'under' | 'tabBar'> {
  readonly title: string;
  /** What the list is, for readers. Default: the title. */
  readonly label?: string;
  /** What a pull fetches again; the list alone unless given. */
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
