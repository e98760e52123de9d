import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';
import { unreadQuery } from './queries.ts';

/** Marks every notice read; lists and counts are asked for again. */
export function readAllMutation(client: QueryClient) {
  return mutationOptions({
    mutationFn: () => call('PUT notice/readAll', {}),
    onSuccess: () => refreshNotices(client),
  });
}

/** Asks for what is shown of notices again, after something was read or came. */
export async function refreshNotices(client: QueryClient): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: ['notice/list'] }),
    client.invalidateQueries({ queryKey: unreadQuery.queryKey }),
  ]);
}
