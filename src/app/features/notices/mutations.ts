import { type InfiniteData, mutationOptions, type QueryClient } from '@tanstack/react-query';
import type { CallOutput } from '#protocol/calls.ts';
import { Unreachable, call } from '#app/platform/api/api.ts';
import { enqueue } from '#app/platform/offline/outbox.ts';
import { unreadQuery } from './queries.ts';

type NoticePages = InfiniteData<CallOutput<'GET notice/list'>, string | null>;

/**
 * Marks every notice up to the newest on this device read; lists and counts are asked for again. Without a network the
 * exchange is notified later.
 */
export function readAllMutation(client: QueryClient) {
  return mutationOptions({
    mutationFn: async (through: string) => {
      try {
        await call('PUT notice/readAll', { through });
        await refreshNotices(client);
      } catch (error) {
        if (!(error instanceof Unreachable)) throw error;
        await enqueue('notices-read', { through });
        markRead(client, () => true);
      }
    },
  });
}

/** A notice was opened without a network: it is marked read on this device, and the exchange is notified later. */
export async function readLater(client: QueryClient, id: string): Promise<void> {
  await enqueue('notice-read', { id });
  markRead(client, (each) => each === id);
}

/** Marks notices read in what this device keeps, and counts them; the exchange's own answer takes its place later. */
function markRead(client: QueryClient, isMeant: (id: string) => boolean): void {
  const newlyRead = new Set<string>();
  for (const query of client.getQueryCache().findAll({ queryKey: ['notice/list'] })) {
    const pages = query.state.data as NoticePages | undefined;
    if (pages === undefined) continue;
    const marked = pages.pages.map((page) => ({
      ...page,
      list: page.list.map((each) => {
        if (each.notice.read || !isMeant(each.notice.id)) return each;
        newlyRead.add(each.notice.id);
        return { ...each, notice: { ...each.notice, read: true } };
      }),
    }));
    // It is as old as it was: only this mark is new.
    client.setQueryData(query.queryKey, { ...pages, pages: marked }, { updatedAt: query.state.dataUpdatedAt });
  }
  const counted = client.getQueryState(unreadQuery.queryKey);
  if (counted?.data === undefined) return;
  const unread = Math.max(0, counted.data.unread - newlyRead.size);
  client.setQueryData(unreadQuery.queryKey, { unread }, { updatedAt: counted.dataUpdatedAt });
}

/** Asks for what is shown of notices again, after something was read or came. */
export async function refreshNotices(client: QueryClient): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: ['notice/list'] }),
    client.invalidateQueries({ queryKey: unreadQuery.queryKey }),
  ]);
}
