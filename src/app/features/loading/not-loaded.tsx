import type { ReactNode } from 'react';
import { SkeletonRow, type SkeletonRowProps } from '#app/ui/layout/Skeleton.tsx';
import { LoadError, type LoadErrorProps } from './load-error.tsx';

interface NotLoadedProps extends LoadErrorProps, Omit<SkeletonRowProps, 'count'> {
  /** How many empty rows stand in the place of a list while it loads. */
  readonly rows?: number | undefined;
  /** The outline of anything else while it loads. */
  readonly children?: ReactNode;
}

/** In place of what a query has not answered: its outline while it loads, or why it failed and a way to ask again. */
export function NotLoaded({ query, title, coins, rows, children, ...row }: NotLoadedProps) {
  if (query.error !== null) return <LoadError query={query} title={title} coins={coins} />;
  return children ?? <SkeletonRow {...row} count={rows} />;
}
