import { moneyCall } from '#app/platform/api/api.ts';
import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import type { CallInput } from '#protocol/calls.ts';
import { refreshRecords } from './queries.ts';

/** An order that is to be placed. */
export type OpeningRequest = CallInput<'POST contract'>;

/** Opens a position or places an order for one; the same request sent again after a lost answer does it once. */
export function openMutation(client: QueryClient) {
  return mutationOptions({
    mutationFn: ({ request, facts }: { readonly request: OpeningRequest; readonly facts: string }) =>
      moneyCall('POST contract', request, { about: { facts } }),
    meta: { quiet: true },
    onSettled: () => void refreshRecords(client),
  });
}

/** Cancels an order; what was filled before stays in its position. */
export function cancelMutation(client: QueryClient) {
  return mutationOptions({
    mutationFn: async (id: string) => (await moneyCall('POST cancelContract', { id })).order,
    onSettled: () => void refreshRecords(client),
  });
}

/** Closes lots of a position at the market. */
export function closeMutation(client: QueryClient) {
  return mutationOptions({
    mutationFn: (request: CallInput<'POST outContract'>) => moneyCall('POST outContract', request),
    meta: { quiet: true },
    onSettled: () => void refreshRecords(client),
  });
}

/** Moves take-profit and stop-loss of a position. */
export function protectMutation(client: QueryClient) {
  return mutationOptions({
    mutationFn: async (request: CallInput<'POST contractPl'>) => (await moneyCall('POST contractPl', request)).position,
    meta: { quiet: true },
    onSettled: () => void refreshRecords(client),
  });
}
