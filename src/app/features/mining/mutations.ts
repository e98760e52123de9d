import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import type { CallInput } from '#protocol/calls.ts';
import type { Miner } from '#protocol/mining/entities.ts';
import { moneyCall } from '#app/platform/api/api.ts';
import { refreshMining } from './queries.ts';

/** Buys miners at the price that was shown. */
export function buyMutation(client: QueryClient) {
  return mutationOptions({
    mutationFn: ({ facts, ...input }: CallInput<'POST addMiningOrder'> & { readonly facts: string }) =>
      moneyCall('POST addMiningOrder', input, { about: { facts } }),
    meta: { quiet: true },
    onSettled: () => void refreshMining(client),
  });
}

/** Fills a miner, or starts it. */
export function startUpMutation(client: QueryClient) {
  return mutationOptions({
    mutationFn: ({ input, miner }: { input: CallInput<'POST startUpMiningOrder'>; miner: Miner }) =>
      moneyCall('POST startUpMiningOrder', input, { about: { facts: miner.name } }),
    meta: { quiet: true },
    onSettled: () => void refreshMining(client),
  });
}

/** Collects the income of all miners, or of one. */
export function collectMutation(client: QueryClient) {
  return mutationOptions({
    mutationFn: ({ facts, ...input }: CallInput<'POST pickMiningOrder'> & { readonly facts: string }) =>
      moneyCall('POST pickMiningOrder', input, { about: { facts } }),
    meta: { quiet: true },
    onSettled: () => void refreshMining(client),
  });
}
