import { type InfiniteData, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { AccountUpdate } from '#protocol/core/stream/account-fields.ts';
import { useStreamUpdates } from '#app/platform/stream/stream-hooks.ts';
import type { UpdateListener } from '#app/platform/stream/topic-store.ts';
import { mergeRecords, type MovingFilter, type MovingRecord, type RecordPage } from './record-pages.ts';

function filterOf(key: readonly unknown[]): MovingFilter {
  const filter = key[1];
  return typeof filter === 'object' && filter !== null ? filter : {};
}

/** Writes streamed records into every cached list of them. */
export function takeRecords(client: QueryClient, root: string, changed: readonly MovingRecord[]): void {
  for (const query of client.getQueryCache().findAll({ queryKey: [root] })) {
    client.setQueryData<InfiniteData<RecordPage<MovingRecord>, string | null>>(
      query.queryKey,
      (data) => data && mergeRecords(data, filterOf(query.queryKey), changed),
    );
    // A pending answer may be older than the streamed record.
    if (query.state.fetchStatus === 'fetching')
      void client.invalidateQueries({ queryKey: query.queryKey, exact: true });
  }
}

/**
 * Keeps lists of deposits or withdrawals up to date while they are on screen: the account topic streams each change,
 * block by block.
 *
 * @param root of the lists' query keys
 * @param part of the account topic that carries them
 */
export function useLiveRecords(root: string, part: 'deposits' | 'withdrawals'): void {
  const client = useQueryClient();
  const listener = useCallback<UpdateListener>(
    (update) => {
      // The hub pairs each topic with data of its kind.
      const changed = (update.data as AccountUpdate)[part];
      if (changed !== undefined && changed.length > 0) takeRecords(client, root, changed);
    },
    [client, root, part],
  );
  useStreamUpdates('account', listener);
}
