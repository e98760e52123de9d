import { moneyCall } from '../../platform/api.ts';
import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import type { CallInput } from '../../../contract/calls.ts';
import { coinsQuery, refreshEntries } from './queries.ts';

/** An entry that is to be made. */
export type EntryWish = CallInput<'POST contractOptionOrder-add'>;

/** Enters a round; the same wish sent again after a lost answer enters it once. */
export function enterMutation(client: QueryClient) {
  return mutationOptions({
    mutationFn: async (wish: EntryWish) => (await moneyCall('POST contractOptionOrder-add', wish)).entry,
    meta: { quiet: true },
    onSettled: () => {
      refreshEntries(client);
      void client.invalidateQueries({ queryKey: coinsQuery.queryKey });
    },
  });
}
