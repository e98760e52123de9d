import { Trans } from '@lingui/react/macro';
import { useReachable } from '../../platform/offline/reachability.ts';
import { useFailureText } from '../../platform/api/refusal-text.ts';
import { formatTime } from '../../platform/format/time-format.ts';
import { StaleTag } from '../../ui/layout/Banner.tsx';
import { ErrorState } from '../../ui/layout/EmptyState.tsx';
import { Skeleton } from '../../ui/layout/Skeleton.tsx';
import css from './transfers.module.css';

/** Since when the balances are as they are shown, while there is no connection. */
export function Age({ at }: { at: number }) {
  const reachable = useReachable();
  if (reachable) return null;
  return (
    <p className={css['age']}>
      <StaleTag>
        <Trans>as of {formatTime(at, 'time')}</Trans>
      </StaleTag>
    </p>
  );
}

interface Waiting {
  readonly isError: boolean;
  readonly error: unknown;
  readonly isFetching: boolean;
  readonly refetch: () => Promise<unknown>;
}

/** Nothing to show yet: a skeleton, or why there is none. */
export function NotYet({ query }: { query: Waiting }) {
  const failure = useFailureText(query.error);
  if (query.isError) {
    return (
      <ErrorState
        title={<Trans>Balances did not load</Trans>}
        text={
          <>
            <Trans>Your coins are safe.</Trans> {failure}
          </>
        }
        retrying={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    );
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
