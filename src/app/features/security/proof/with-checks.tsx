import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useObservable } from '#app/platform/observable.ts';
import { session } from '#app/platform/session/session.ts';
import { checksQuery } from '#app/features/passkeys/queries.ts';
import type { Checks } from './proof.ts';
import { NotLoaded } from '#app/features/loading/not-loaded.tsx';

/** Content of a security screen once it is known which checks the account has. */
export function WithChecks({ rows, children }: { rows: number; children: (checks: Checks) => ReactNode }) {
  const { t } = useLingui();
  const signedIn = useObservable(session) !== null;
  // Passwords and contacts may have come elsewhere: what to ask for is always asked again.
  const checks = useQuery({ ...checksQuery, enabled: signedIn, refetchOnMount: 'always' });
  if (checks.data !== undefined) return children(checks.data);
  return <NotLoaded query={checks} title={t`Your security settings did not load`} rows={rows} />;
}
