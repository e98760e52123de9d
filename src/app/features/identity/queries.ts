import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { callQuery } from '#app/platform/api/call-query.ts';
import { useObservable } from '#app/platform/observable.ts';
import { session } from '#app/platform/session/session.ts';
import { useAccount } from '#app/platform/stream/stream-hooks.ts';
import { profileQuery } from '../account/queries.ts';

/** State of the own real-name authentication. */
export const verificationQuery = callQuery('GET verify', {});

/** While it is under review the answer is also asked for, should the stream be down. */
const askAgainMs = 10_000;

/** The own identity verification, live: the stream reports the decision. */
export function useVerification() {
  const client = useQueryClient();
  const isSignedIn = useObservable(session) !== null;
  const shown = useAccount()?.verification ?? null;
  const verification = useQuery({
    ...verificationQuery,
    enabled: isSignedIn,
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (state.data?.state === 'under-review' ? askAgainMs : false),
  });
  useEffect(() => {
    if (shown === null) return;
    void client.invalidateQueries(verificationQuery);
    void client.invalidateQueries(profileQuery);
  }, [client, shown]);
  return verification;
}
