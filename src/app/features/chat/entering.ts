import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import type { CallInput } from '../../../contract/calls.ts';
import { call } from '../../platform/api.ts';
import { groupsQuery } from './queries.ts';

/** Opens the community or one of its groups; the screen shows why it did not work. */
export function enterMutation(client: QueryClient) {
  return mutationOptions({
    mutationFn: (input: CallInput<'POST checkChatPwd'>) => call('POST checkChatPwd', input),
    meta: { quiet: true },
    onSuccess: () => client.invalidateQueries({ queryKey: groupsQuery.queryKey }),
  });
}
