import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import type { CallInput } from '#protocol/calls.ts';
import { moneyCall } from '#app/platform/api/api.ts';
import { refreshReferrals, showHeld } from './queries.ts';

/** Moves rebates to the spot wallet. */
export function moveMutation(client: QueryClient) {
  return mutationOptions({
    mutationFn: ({ facts, ...input }: CallInput<'POST myearnings'> & { readonly facts: string }) =>
      moneyCall('POST myearnings', input, { about: { facts } }),
    meta: { quiet: true },
    onSuccess: (moved) => showHeld(client, moved),
    onSettled: () => void refreshReferrals(client),
  });
}
