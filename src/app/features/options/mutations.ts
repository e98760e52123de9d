import { moneyCall } from '#app/platform/api/api.ts';
import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import type { CallInput } from '#protocol/calls.ts';
import { coinsQuery, refreshEntries } from './queries.ts';

/** An entry that is to be made. */
type EntryInput = CallInput<'POST contractOptionOrder-add'>;

/** Enters a round; the same request sent again after a lost answer enters it once. */
export function enterMutation(client: QueryClient) {
  return mutationOptions({
    mutationFn: async (input: EntryInput) => (await moneyCall('POST contractOptionOrder-add', input)).entry,
    meta: { quiet: true },
    onSettled: () => {
      refreshEntries(client);
      void client.invalidateQueries({ queryKey: coinsQuery.queryKey });
    },
  });
}
