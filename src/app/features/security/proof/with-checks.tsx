import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useObservable } from '../../../platform/observable.ts';
import { useFailureText } from '../../../platform/api/refusal-text.ts';
import { session } from '../../../platform/session/session.ts';
import { ErrorState } from '../../../ui/layout/EmptyState.tsx';
import { SkeletonRow } from '../../../ui/layout/Skeleton.tsx';
import { checksQuery } from '../../passkeys/queries.ts';
import type { Checks } from './proof.ts';

/** Content of a security screen once it is known which checks the account has. */
export function WithChecks({ rows, children }: { rows: number; children: (checks: Checks) => ReactNode }) {
  const { t } = useLingui();
  const signedIn = useObservable(session) !== null;
  // Passwords and contacts may have come elsewhere: what to ask for is always asked again.
  const checks = useQuery({ ...checksQuery, enabled: signedIn, refetchOnMount: 'always' });
  const failure = useFailureText(checks.error);
  if (checks.data !== undefined) return children(checks.data);
  if (checks.error === null) {
    return (
      <div aria-busy>
        <SkeletonRow count={rows} />
      </div>
    );
  }
  return (
    <ErrorState
      title={t`Your security settings did not load`}
      text={failure}
      onRetry={() => void checks.refetch()}
      retrying={checks.isFetching}
    />
  );
}
