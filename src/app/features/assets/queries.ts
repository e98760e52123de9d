import { infiniteQueryOptions } from '@tanstack/react-query';
import type { CallOutput } from '../../../contract/calls.ts';
import type { EntryKind } from '../../../contract/entities/wallet.ts';
import type { Wallet } from '../../../contract/wallets.ts';
import { call } from '../../platform/api.ts';
import { callQuery } from '../../platform/call-query.ts';

/** All wallets with their coins, valued by the exchange. */
export const walletQuery = callQuery('GET wallet', {});

/** Pairs and coins with their names and precisions; they change seldom. */
export const coinsQuery = { ...callQuery('GET common/symbolsList', {}), staleTime: 5 * 60_000 };

/** Prices of all pairs: what values are made of until the stream speaks. */
export const pricesQuery = callQuery('GET common/huobiTicket', {});

/** Which ledger entries are asked for; what is absent does not narrow. */
export interface RecordFilter {
  readonly wallet?: Wallet;
  readonly asset?: string;
  readonly kind?: EntryKind;
}

const pageSize = '50';

/** Own ledger entries, newest first, page by page. */
export function recordsQuery(filter: RecordFilter) {
  return infiniteQueryOptions({
    queryKey: ['cashflow', filter],
    // Who comes from a trade looks for that trade.
    staleTime: 0,
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      call(
        'GET cashflow',
        { ...filter, size: pageSize, ...(pageParam === null ? {} : { cursor: pageParam }) },
        { signal },
      ),
    getNextPageParam: (last: CallOutput<'GET cashflow'>) => last.next,
  });
}
