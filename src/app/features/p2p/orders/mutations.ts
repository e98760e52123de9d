import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import type { CallInput } from '#protocol/calls.ts';
import type { P2pOrder } from '#protocol/p2p/entities/trade.ts';
import { call, moneyCall } from '#app/platform/api/api.ts';
import { walletQuery } from '#app/features/assets/queries.ts';
import {
  type PasswordQuestion,
  withTransactionPassword,
} from '#app/features/security/transaction-password/transaction-password-question.ts';
import { orderQuery } from './queries.ts';
import { takeOrders } from './live-order.ts';

/** An answer is shown everywhere at once; balances are asked for again. */
function taken(client: QueryClient, order: P2pOrder | null): void {
  if (order === null) return;
  takeOrders(client, [order]);
  void client.invalidateQueries({ queryKey: walletQuery.queryKey });
}

/** Marks an order as paid. */
export function paidMutation(client: QueryClient) {
  return mutationOptions({
    mutationFn: (id: string) => call('POST tradePaid', { id }),
    meta: { quiet: true },
    onSuccess: (order) => taken(client, order),
  });
}

type CancelInput = Pick<CallInput<'POST tradeCancel'>, 'id' | 'confirmed'>;

/** Cancels an order as the buyer who has not paid. */
export function cancelMutation(client: QueryClient) {
  return mutationOptions({
    mutationFn: (input: CancelInput) => moneyCall('POST tradeCancel', { ...input, notPaid: true }),
    meta: { quiet: true },
    onSuccess: (order: P2pOrder) => taken(client, order),
  });
}

interface ReleaseInput {
  readonly id: string;
  /** Shown where an authenticator's code is asked for. */
  readonly question: PasswordQuestion;
  readonly password: string;
}

/** Releases the coins of an order; null when the user left the question for the code. */
export function releaseMutation(client: QueryClient) {
  return mutationOptions({
    mutationFn: ({ id, question, password }: ReleaseInput): Promise<P2pOrder | null> =>
      withTransactionPassword(
        question,
        (transactionPassword, totp, leave) =>
          moneyCall('POST otcFinish', { id, received: true, transactionPassword, totp }, { onUnknown: leave }),
        password,
      ),
    meta: { quiet: true },
    onSuccess: (order) => taken(client, order),
  });
}

/** Rates the merchant of a completed order. */
export function ratingMutation(client: QueryClient) {
  return mutationOptions({
    mutationFn: (input: CallInput<'PUT otcOrderList'>) => call('PUT otcOrderList', input),
    onSuccess: (_, { id }) => client.invalidateQueries({ queryKey: orderQuery(id).queryKey }),
  });
}

/** Appeals, or adds to an appeal. */
export function appealMutation(client: QueryClient) {
  return mutationOptions({
    mutationFn: (input: CallInput<'POST tradeAppeal'>) => call('POST tradeAppeal', input),
    meta: { quiet: true },
    onSuccess: (order) => taken(client, order),
  });
}
