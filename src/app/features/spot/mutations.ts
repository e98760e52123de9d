import { moneyCall } from '#app/platform/api/api.ts';
import { mutationOptions } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import type { CallInput } from '#protocol/calls.ts';
import type { Order } from '#protocol/spot/entities.ts';
import { refreshOrders } from './queries.ts';

export type OrderRequest = CallInput<'POST currency'>;

/** Places an order; the same request sent again after a lost answer places it once. */
export function placeMutation(client: QueryClient) {
  return mutationOptions({
    mutationFn: async ({ request, facts }: { readonly request: OrderRequest; readonly facts: string }) =>
      (await moneyCall('POST currency', request, { about: { facts } })).order,
    meta: { quiet: true },
    onSettled: () => void refreshOrders(client),
  });
}

/** Cancels an order; what was filled before stays filled. */
export function cancelMutation(client: QueryClient) {
  return mutationOptions({
    mutationFn: async (id: string) => (await moneyCall('POST cancelCurrency', { id })).order,
    onSettled: () => void refreshOrders(client),
  });
}

/** How many orders were cancelled, and how many could not be: they were filled meanwhile, or the answer was lost. */
interface CancelledAll {
  readonly cancelled: number;
  readonly failed: number;
}

/** Cancels orders one after the other; one that cannot be cancelled does not keep the others. */
export function cancelAllMutation(client: QueryClient) {
  return mutationOptions({
    mutationFn: async (orders: readonly Order[]): Promise<CancelledAll> => {
      let cancelled = 0;
      for (const { id } of orders) {
        try {
          await moneyCall('POST cancelCurrency', { id });
          cancelled += 1;
        } catch {
          // Counted below: the user sees how many are left.
        }
      }
      return { cancelled, failed: orders.length - cancelled };
    },
    onSettled: () => void refreshOrders(client),
  });
}
