import type { QueryClient } from '@tanstack/react-query';
import type { FixedState } from '#protocol/fixed-terms/entities.ts';
import { call } from '#app/platform/api/api.ts';
import { callQuery } from '#app/platform/api/call-query.ts';
import { pagesQuery } from '#app/platform/api/pages-query.ts';

const renewMs = 30_000;
/** As many as are looked at for what falls due. */
const runningSize = '100';
const pageSize = '30';
const ownRoot = 'finPeriodicMyOrderList';

/** Products on sale; what is left of them changes without any action here. */
export const productsQuery = {
  ...callQuery('GET finPeriodicList', {}),
  staleTime: 0,
  refetchInterval: renewMs,
} as const;

/** Own fixed terms that run. */
export const runningQuery = {
  ...callQuery('GET finPeriodicMyOrderList', { state: 'not-earned', size: runningSize }),
  staleTime: 0,
  refetchInterval: renewMs,
} as const;

/** Own fixed terms, newest first, page by page. @param state all of them when absent */
export function holdingsQuery(state: FixedState | undefined) {
  const asked = state === undefined ? {} : { state };
  return pagesQuery(
    [ownRoot, asked],
    (cursor, signal) => call('GET finPeriodicMyOrderList', { ...asked, size: pageSize, ...cursor }, { signal }),
    ({ list }) => list.length,
  );
}

/** One own fixed term. */
export function holdingQuery(id: string) {
  return { ...callQuery('GET finPeriodicMyOrderList', { id }), staleTime: 0 } as const;
}

/** After something was put in, left or switched. */
export function refreshFixedTerms(client: QueryClient): Promise<unknown> {
  return Promise.all(
    [ownRoot, 'finPeriodicList', 'common/backing'].map((root) => client.invalidateQueries({ queryKey: [root] })),
  );
}
