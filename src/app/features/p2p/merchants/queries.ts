import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { callQuery, queryRoot } from '#app/platform/api/call-query.ts';
import { useObservable } from '#app/platform/observable.ts';
import { session } from '#app/platform/session/session.ts';
import { useAccount, useUnread } from '#app/platform/stream/stream-hooks.ts';

/** Standing as a merchant: what is missing, the deposit, figures of 30 days. */
export const centreQuery = callQuery('GET legalMgrPage', {});

/** Own collection methods, accounts masked. */
export const methodsQuery = callQuery('GET cnyPayList', {});

/** The deposit, and what has to end before it is returned. */
export const refundQuery = callQuery('GET backDepositPage', {});

/** Own fiat orders that go on. */
export const openOrdersQuery = callQuery('GET otcOrderList', { state: 'open' });

/** Own adverts that are listed: never more than one page. For merchants alone. */
export const listedAdvertsQuery = callQuery('GET otcBillList', { state: 'listed' });

const roots = [centreQuery, methodsQuery, refundQuery, openOrdersQuery].map(({ queryKey }) => queryKey[0]);
const advertRoot = queryRoot('GET otcBillList');

/** Asks again for everything about the merchant that is on screen. */
export function refreshMerchant(client: QueryClient): Promise<void> {
  return client.invalidateQueries({
    predicate: ({ queryKey }) => queryKey[0] === advertRoot || roots.includes(queryKey[0]),
  });
}

/** While a review is open its end is also asked for, should the stream be down. */
const askAgainMs = 10_000;

/** The standing as a merchant, live: decisions come with a notice, orders with the account topic. */
export function useMerchantCentre() {
  const client = useQueryClient();
  const isSignedIn = useObservable(session) !== null;
  const unread = useUnread();
  const orders = useAccount()?.fiatOrders;
  const centre = useQuery({
    ...centreQuery,
    enabled: isSignedIn,
    staleTime: 0,
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (isReviewed(state.data?.deposit.state) ? askAgainMs : false),
  });
  useEffect(() => {
    if (unread !== null || orders !== undefined) void refreshMerchant(client);
  }, [client, unread, orders]);
  return centre;
}

function isReviewed(state: string | undefined): boolean {
  return state === 'processing' || state === 'refund-review';
}
