import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CallInput } from '#protocol/calls.ts';
import { call } from '#app/platform/api/api.ts';
import { refreshMerchant } from '../queries.ts';

/** Adds an account that buyers pay into. The form shows in place what is wrong. */
export function useAddMethod() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: CallInput<'POST cnyPayAdd'>) => call('POST cnyPayAdd', input),
    onSuccess: () => refreshMerchant(client),
    meta: { quiet: true },
  });
}

/** Removes an account. Orders keep the details they were taken with. */
export function useRemoveMethod() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call('DELETE cnyPayDel', { id }),
    onSettled: () => refreshMerchant(client),
    meta: { quiet: true },
  });
}
