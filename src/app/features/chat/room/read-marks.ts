import type { QueryClient } from '@tanstack/react-query';
import { randomId } from '#protocol/core/text/random-id.ts';
import { actInChat } from '#app/platform/offline/chat-sending.ts';
import { enqueue, forgetWaiting } from '#app/platform/offline/outbox.ts';
import { waitingOf } from '#app/platform/offline/outbox-store.ts';
import { reachability } from '#app/platform/offline/reachability.ts';
import { type ChatList, groupsQuery } from '../queries.ts';

/** Id of a chat action whose retries need not be distinguished. */
export function newActId(): string {
  return randomId(crypto);
}

/**
 * Marks a group read up to a message, on this device at once. Without a network the exchange is notified later, once
 * with the furthest mark.
 */
export async function markRead(client: QueryClient, group: string, through: number): Promise<void> {
  client.setQueryData<ChatList>(groupsQuery.queryKey, (kept) =>
    kept === undefined
      ? kept
      : {
          ...kept,
          groups: kept.groups.map((each) =>
            each.id === group && each.readThrough < through
              ? { ...each, readThrough: through, unread: 0, mentioned: false }
              : each,
          ),
        },
  );
  if (reachability.get().reachable) {
    try {
      await actInChat(newActId(), { do: 'read', group, through });
      return;
    } catch {
      // It waits below.
    }
  }
  for (const waiting of await waitingOf('chat-mark')) {
    if (waiting.input.group === group) await forgetWaiting(waiting.id);
  }
  await enqueue('chat-mark', { group, through });
}
