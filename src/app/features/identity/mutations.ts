import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CallInput } from '#protocol/calls.ts';
import { call } from '#app/platform/api/api.ts';
import { profileQuery } from '../account/queries.ts';
import { verificationQuery } from './queries.ts';

/** Applies for real-name authentication. The form shows in place what is wrong. */
export function useApply() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: CallInput<'POST verify'>) => call('POST verify', input),
    onSuccess: (verification) => {
      client.setQueryData(verificationQuery.queryKey, verification);
      return client.invalidateQueries(profileQuery);
    },
    meta: { quiet: true },
  });
}
