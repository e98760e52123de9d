import { infiniteQueryOptions } from '@tanstack/react-query';
import { minuteMs } from '#protocol/core/durations.ts';
import type { CallOutput } from '#protocol/calls.ts';
import type { DepositState } from '#protocol/deposits/entities.ts';
import { call } from '#app/platform/api/api.ts';
import { callQuery } from '#app/platform/api/call-query.ts';

/** Every coin on each of its chains: how it comes in and goes out. It changes seldom. */
export const chainsQuery = { ...callQuery('GET platformAddress', {}), staleTime: 5 * minuteMs };

/** The own address for a coin on a chain; it stays the same, so what the device keeps of it can be read offline. */
export function addressQuery(asset: string, chain: string) {
  return { ...callQuery('GET platformAddress', { asset, chain }), staleTime: 5 * minuteMs };
}

/** Which deposits are asked for; what is absent does not narrow. */
export interface DepositFilter {
  readonly asset?: string;
  readonly state?: DepositState;
}

export const depositsRoot = 'recharge/list';
const pageSize = '30';

/** Own deposits, newest first, page by page. */
export function depositsQuery(filter: DepositFilter) {
  return infiniteQueryOptions({
    queryKey: [depositsRoot, filter, 'pages'],
    staleTime: 0,
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      call(
        'GET recharge/list',
        { ...filter, size: pageSize, ...(pageParam === null ? {} : { cursor: pageParam }) },
        { signal },
      ),
    getNextPageParam: (last: CallOutput<'GET recharge/list'>) => last.next,
  });
}
