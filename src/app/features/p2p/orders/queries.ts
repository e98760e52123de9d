import { infiniteQueryOptions } from '@tanstack/react-query';
import type { CallOutput } from '#protocol/calls.ts';
import type { P2pOrderState, P2pSide } from '#protocol/p2p/entities/trade.ts';
import { call } from '#app/platform/api/api.ts';
import { callQuery } from '#app/platform/api/call-query.ts';

/** One own order with its payee, proofs, appeal and history. */
export function orderQuery(id: string) {
  return { ...callQuery('GET tradeBuyWaitPage', { id }), staleTime: 0 };
}

/** What cancelling an order would cost now. */
export function cancelTermsQuery(id: string) {
  return { ...callQuery('GET tradeCancelPre', { id }), staleTime: 0, gcTime: 0 };
}

/** Which orders are asked for; what is absent does not narrow. */
export interface OrderFilter {
  /** What the user does in them. */
  readonly side?: P2pSide;
  readonly state?: P2pOrderState | 'open';
}

export const ordersRoot = 'otcOrderList';
const pageSize = '30';

/** Own orders, newest first, page by page. */
export function ordersQuery(filter: OrderFilter) {
  return infiniteQueryOptions({
    queryKey: [ordersRoot, filter, 'pages'],
    staleTime: 0,
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      call(
        'GET otcOrderList',
        { ...filter, size: pageSize, ...(pageParam === null ? {} : { cursor: pageParam }) },
        { signal },
      ),
    getNextPageParam: (last: CallOutput<'GET otcOrderList'>) => last.next,
  });
}
