import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import type { CallInput } from '#protocol/calls.ts';
import { call, moneyCall } from '#app/platform/api/api.ts';
import { refreshFixedTerms } from './queries.ts';

/** Puts coins into a fixed term at the terms that were shown. */
export function buyMutation(client: QueryClient) {
  return mutationOptions({
    mutationFn: ({ facts, ...input }: CallInput<'POST finPeriodicOrderAdd'> & { readonly facts: string }) =>
      moneyCall('POST finPeriodicOrderAdd', input, { about: { facts } }),
    meta: { quiet: true },
    onSettled: () => void refreshFixedTerms(client),
  });
}

/** Leaves a running fixed term early. */
export function leaveMutation(client: QueryClient) {
  return mutationOptions({
    mutationFn: ({ id, facts }: { readonly id: string; readonly facts: string }) =>
      moneyCall('DELETE finPeriodicMyOrderList', { id }, { about: { facts } }),
    meta: { quiet: true },
    onSettled: () => void refreshFixedTerms(client),
  });
}

/** Switches the renewal of a running fixed term. */
export function renewalMutation(client: QueryClient) {
  return mutationOptions({
    mutationFn: (input: CallInput<'PUT finPeriodicMyOrderList'>) => call('PUT finPeriodicMyOrderList', input),
    onSettled: () => void refreshFixedTerms(client),
  });
}
