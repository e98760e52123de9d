import { queryOptions } from '@tanstack/react-query';
import { minuteMs } from '#protocol/core/durations.ts';
import type { CallOutput } from '#protocol/calls.ts';
import { call } from '#app/platform/api/api.ts';
import { callQuery } from '#app/platform/api/call-query.ts';

/** What `GET getChatList` answers. */
export type ChatList = CallOutput<'GET getChatList'>;

/** Messages of the persisted page, and of each page of the past. */
export const pageSize = '50';

/** Public facts about the chat: rules, limits, groups. */
export const configQuery = callQuery('GET common/getChatConfigs', {});

/** The user's standing in the community, and the groups with their unread counts. */
export const groupsQuery = callQuery('GET getChatList', { what: 'groups' });

/** One group by its id, with the user's standing: the conversation of an order is in no list. */
export function namedGroupQuery(group: string) {
  return callQuery('GET getChatList', { what: 'groups', group });
}

/** The newest messages of a group; persisted, so that a room opens without a network. */
export function newestQuery(group: string) {
  return callQuery('GET getChatList', { what: 'messages', group, size: pageSize });
}

/** Members whose nickname begins like this, for naming one in a message. */
export function namedQuery(group: string, name: string) {
  return queryOptions({
    queryKey: ['chat-names', group, name],
    queryFn: ({ signal }) => call('GET getChatList', { what: 'members', group, name, size: '8' }, { signal }),
    staleTime: minuteMs,
  });
}
