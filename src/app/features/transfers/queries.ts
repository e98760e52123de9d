import { infiniteQueryOptions } from '@tanstack/react-query';
import type { CallOutput } from '#protocol/calls.ts';
import { call } from '#app/platform/api/api.ts';
import { callQuery } from '#app/platform/api/call-query.ts';
import { serverNow } from '#app/platform/api/server-clock.ts';

/** Wallets, coins and what is available in each. */
export const transferPageQuery = callQuery('GET transferPage', {});

/** Coins that can be converted, with their limits of now. */
export const convertCoinsQuery = callQuery('GET convertPage', {});

/** What a user wants to convert; the amount is in `from`. */
export interface Conversion {
  readonly from: string;
  readonly to: string;
  readonly amount: string;
}

/** A renewal never comes sooner than this after the one before, whatever the clocks say. */
const renewalMinMs = 1_000;

/** A rate that holds for some seconds; refetched when it expires, for as long as it is on screen. */
export function quoteQuery(conversion: Conversion) {
  return {
    ...callQuery('GET convertPage', conversion),
    staleTime: 0,
    gcTime: 0,
    retry: false,
    refetchInterval: ({ state }: { state: { data: CallOutput<'GET convertPage'> | undefined; error: unknown } }) => {
      const expiresAt = state.data?.quote?.expiresAt;
      return expiresAt === undefined || state.error !== null ? false : Math.max(renewalMinMs, expiresAt - serverNow());
    },
  } as const;
}

/** Small balances at prices that hold for some seconds; refetched when they expire, and when the next day begins. */
export const smallQuery = {
  ...callQuery('GET convertPage', { small: 'quoted' }),
  staleTime: 0,
  gcTime: 0,
  retry: false,
  refetchInterval: ({ state }: { state: { data: CallOutput<'GET convertPage'> | undefined; error: unknown } }) => {
    const small = state.data?.small ?? null;
    const until = small?.quote?.expiresAt ?? small?.nextAt ?? null;
    return until === null || state.error !== null ? false : Math.max(renewalMinMs, until - serverNow());
  },
} as const;

export const instantRoot = 'freeTransferForWalletLog';
const pageSize = '30';

/** Own instant transfers, newest first, page by page. */
export function instantTransfersQuery(direction: 'in' | 'out' | null) {
  return infiniteQueryOptions({
    queryKey: [instantRoot, direction, 'pages'],
    staleTime: 0,
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      call(
        'GET freeTransferForWalletLog',
        {
          size: pageSize,
          ...(direction === null ? {} : { direction }),
          ...(pageParam === null ? {} : { cursor: pageParam }),
        },
        { signal },
      ),
    getNextPageParam: (last: CallOutput<'GET freeTransferForWalletLog'>) => last.next,
  });
}
