import { infiniteQueryOptions } from '@tanstack/react-query';
import type { CallOutput } from '#protocol/calls.ts';
import type { WithdrawalState } from '#protocol/withdrawals/entities.ts';
import { call } from '#app/platform/api/api.ts';
import { callQuery } from '#app/platform/api/call-query.ts';

export const withdrawPageRoot = 'withdrawPage';

/** All that withdrawing a coin needs: chains, fees, limits, holds, the address book. Limits and holds change by the minute. */
export function withdrawPageQuery(asset: string) {
  return { ...callQuery('GET withdrawPage', { asset }), staleTime: 0 };
}

/** The coin by which the address book is read: it is the same book for every coin. */
export const bookAsset = 'USDT';

/** Which withdrawals are asked for; what is absent does not narrow. */
export interface WithdrawalFilter {
  readonly asset?: string;
  readonly state?: WithdrawalState;
}

export const withdrawalsRoot = 'coinRecord';
const pageSize = '30';

/** Own withdrawals, newest first, page by page. */
export function withdrawalsQuery(filter: WithdrawalFilter) {
  return infiniteQueryOptions({
    queryKey: [withdrawalsRoot, filter, 'pages'],
    staleTime: 0,
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      call(
        'GET coinRecord',
        { ...filter, size: pageSize, ...(pageParam === null ? {} : { cursor: pageParam }) },
        { signal },
      ),
    getNextPageParam: (last: CallOutput<'GET coinRecord'>) => last.next,
  });
}
