import type { ReactNode } from 'react';
import { PagedList, type PagedListProps } from '#app/ui/lists/PagedList.tsx';
import type { LoadErrorProps } from './load-error.tsx';
import { NotLoaded } from './not-loaded.tsx';
import { OfflineAge } from './offline-age.tsx';

export interface RecordListProps<Item> extends Omit<PagedListProps<Item>, 'pages' | 'items'> {
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
