import { Trans } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Landmark } from 'lucide-react';
import type { ReactNode } from 'react';
import type { LoanState } from '../../../protocol/loans/entities.ts';
import { EmptyState } from '../../ui/layout/EmptyState.tsx';
import { SkeletonRow } from '../../ui/layout/Skeleton.tsx';
import { PagedList } from '../../ui/lists/PagedList.tsx';
import { LoadError } from '../loading/load-error.tsx';
import { OfflineAge } from '../loading/offline-age.tsx';
import { LoanRow } from './loan-row.tsx';
import { loansQuery } from './queries.ts';

interface LoanListProps {
  readonly label: string;
  /** Those of one state; null: all. */
  readonly state: LoanState | null;
  /** What is said while there are none. */
  readonly empty: ReactNode;
  readonly action?: ReactNode;
}

/** Own loans, newest first, page by page. */
export function LoanList({ label, state, empty, action }: LoanListProps) {
  const loans = useInfiniteQuery(loansQuery(state));
  if (loans.data === undefined) {
    return loans.isError ? (
      <LoadError query={loans} title={<Trans>The loans did not load</Trans>} coins />
    ) : (
      <SkeletonRow count={5} />
    );
  }
  const items = loans.data.pages.flatMap(({ list }) => list);
  if (items.length === 0) return <EmptyState icon={Landmark} title={empty} action={action} />;
  return (
    <>
      <OfflineAge at={loans.dataUpdatedAt} />
      <PagedList
        pages={loans}
        label={label}
        items={items}
        keyOf={({ id }) => id}
        rowHeight={64}
        render={(loan) => <LoanRow loan={loan} />}
      />
    </>
  );
}
