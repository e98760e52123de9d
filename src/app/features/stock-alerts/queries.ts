import { mutationOptions, type QueryClient, useQuery } from '@tanstack/react-query';
import type { CallInput, CallOutput } from '#protocol/calls.ts';
import type { StockAlert } from '#protocol/stock-alerts/entities.ts';
import { call } from '#app/platform/api/api.ts';
import { callQuery } from '#app/platform/api/call-query.ts';
import { useObservable } from '#app/platform/observable.ts';
import { session } from '#app/platform/session/session.ts';

/** They end by themselves, when the notice comes: asked for again this often while a list is on screen. */
const renewMs = 30_000;

const alertsQuery = { ...callQuery('GET stockAlerts', {}), staleTime: 0, refetchInterval: renewMs } as const;

/** Whether the user waits for a product that is sold out; undefined while that is not known, and for visitors. */
export function useIsAwaited({ product, item }: Pick<StockAlert, 'product' | 'item'>): boolean | undefined {
  const isSignedIn = useObservable(session) !== null;
  const { data } = useQuery({ ...alertsQuery, enabled: isSignedIn, meta: { quiet: true } });
  return isSignedIn ? data?.list.some((one) => one.product === product && one.item === item) : undefined;
}

/** Begins or ends waiting for a product. */
export function alertMutation(client: QueryClient) {
  return mutationOptions({
    mutationFn: (input: CallInput<'PUT stockAlerts'>) => call('PUT stockAlerts', input),
    onSuccess: (answer: CallOutput<'PUT stockAlerts'>) => client.setQueryData(alertsQuery.queryKey, answer),
  });
}
