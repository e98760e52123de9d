import { Trans } from '@lingui/react/macro';
import { Button } from '../controls/Button.tsx';
import { SkeletonRow } from '../layout/Skeleton.tsx';
import css from './PagedList.module.css';
import { VirtualList, type VirtualListProps } from './VirtualList.tsx';

/** Pages of a list that is fetched piece by piece. */
interface Pages {
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly isFetchNextPageError: boolean;
  readonly isError: boolean;
  readonly fetchNextPage: () => Promise<unknown>;
}

export interface PagedListProps<Item> extends Omit<VirtualListProps<Item>, 'onEnd'> {
  readonly pages: Pages;
  /** Rows of this list begin with a picture. */
  readonly leading?: boolean | undefined;
}

/** A long list that fetches its next page when its end comes near, and offers to where that failed. */
export function PagedList<Item>({ pages, leading = true, ...list }: PagedListProps<Item>) {
  const more = () => void pages.fetchNextPage();
  return (
    <>
      <VirtualList
        {...list}
        onEnd={() => {
          if (pages.hasNextPage && !pages.isFetchingNextPage && !pages.isError) more();
        }}
      />
      {pages.isFetchingNextPage && <SkeletonRow count={2} leading={leading} />}
      {pages.hasNextPage && pages.isFetchNextPageError && (
        <div className={css['more']}>
          <Button kind="text" onClick={more}>
            <Trans>Show more</Trans>
          </Button>
        </div>
      )}
    </>
  );
}
