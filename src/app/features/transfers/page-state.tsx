import { Trans } from '@lingui/react/macro';
import { Skeleton } from '../../ui/layout/Skeleton.tsx';
import css from './transfers.module.css';
import { LoadError } from '../loading/load-error.tsx';

interface Waiting {
  readonly isError: boolean;
  readonly error: unknown;
  readonly isFetching: boolean;
  readonly refetch: () => Promise<unknown>;
}

/** Nothing to show yet: a skeleton, or why there is none. */
export function NotYet({ query }: { query: Waiting }) {
  if (query.isError) {
    return <LoadError query={query} title={<Trans>Balances did not load</Trans>} coins />;
  }
  return (
    <div className={css['form']} aria-busy>
      <Skeleton height="60px" />
      <Skeleton height="128px" />
      <Skeleton height="74px" />
      <Skeleton height="52px" />
    </div>
  );
}
