import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import type { CallInput } from '#protocol/calls.ts';
import { moneyCall } from '#app/platform/api/api.ts';
import { refreshLaunchpad } from './queries.ts';

/** Commits to a project; the same request sent again after a lost answer counts once. */
export function commitMutation(client: QueryClient) {
  return mutationOptions({
    mutationFn: (input: CallInput<'POST teManagementOrderAdd'>) => moneyCall('POST teManagementOrderAdd', input),
    meta: { quiet: true },
    onSettled: () => refreshLaunchpad(client),
  });
}
