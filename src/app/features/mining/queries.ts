import { useQuery, type QueryClient } from '@tanstack/react-query';
import { call } from '#app/platform/api/api.ts';
import { callQuery } from '#app/platform/api/call-query.ts';
import { pagesQuery } from '#app/platform/api/pages-query.ts';
import { useReachable } from '#app/platform/offline/reachability.ts';
import { useServerNow } from '#app/platform/stream/stream-hooks.ts';
import { liveMiner, type LiveMiner } from './live-miner.ts';

/** As many as may be on sale, or open, at once. */
const allSize = '100';
const renewMs = 30_000;

/** Models on sale; what is left of them changes without any action here. */
export const modelsQuery = {
  ...callQuery('GET common/miningList', { size: allSize }),
  staleTime: 0,
  refetchInterval: renewMs,
} as const;

const ownRoot = 'miningOrder';

/** Own miners that are in service or have income to collect. */
export const ownQuery = {
  ...callQuery('GET miningOrder', { size: allSize, show: 'open' }),
  staleTime: 0,
  refetchInterval: renewMs,
} as const;

const pageSize = '30';

/** Own miners that are done, newest first, page by page. */
export const doneQuery = pagesQuery(
  [ownRoot, { show: 'done' }],
  (cursor, signal) => call('GET miningOrder', { show: 'done', size: pageSize, ...cursor }, { signal }),
  ({ list }) => list.length,
);

/** One miner and the last things that happened to it. */
export function minerQuery(id: string) {
  return { ...callQuery('GET miningOrderDetail', { id, size: pageSize }), staleTime: 0 } as const;
}

/** Own miners as they stand now, second by second; as they were last heard of while there is no connection. */
export function useOwnMiners() {
  const own = useQuery(ownQuery);
  const serverNow = useServerNow();
  const now = useReachable() ? serverNow : (own.data?.at ?? serverNow);
  const miners: readonly LiveMiner[] | undefined = own.data?.list.map((miner) => liveMiner(miner, now));
  return { own, miners, now };
}

/** After something was bought, filled, started or collected. */
export function refreshMining(client: QueryClient): Promise<unknown> {
  return Promise.all(
    [ownRoot, 'miningOrderDetail', 'common/miningList', 'common/backing'].map((root) =>
      client.invalidateQueries({ queryKey: [root] }),
    ),
  );
}
