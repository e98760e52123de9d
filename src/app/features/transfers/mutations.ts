import { moneyCall } from '../../platform/api/api.ts';
import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import type { CallInput } from '../../../protocol/calls.ts';
import type { ConversionQuote } from '../../../protocol/entities/movement.ts';
import { formatNumber } from '../../platform/format/number-format.ts';
import { moneyLookUp } from '../../platform/pending-outcomes/look-up.ts';
import {
  withTransactionPassword,
  type PasswordQuestion,
} from '../security/transaction-password/transaction-password-question.ts';
import { walletQuery } from '../assets/queries.ts';
import { convertCoinsQuery, instantRoot, transferPageQuery } from './queries.ts';

/** What a movement changes beside the balances of the stream. */
function refreshMoney(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: transferPageQuery.queryKey });
  void client.invalidateQueries({ queryKey: convertCoinsQuery.queryKey, exact: true });
  void client.invalidateQueries({ queryKey: walletQuery.queryKey });
  void client.invalidateQueries({ queryKey: ['cashflow'] });
}

export function transferMutation(client: QueryClient) {
  return mutationOptions({
    mutationFn: (request: CallInput<'POST transfer'>) => moneyCall('POST transfer', request),
    meta: { quiet: true },
    onSettled: () => refreshMoney(client),
  });
}

export function convertMutation(client: QueryClient) {
  return mutationOptions({
    mutationFn: ({ id, amount, from, receives, to }: ConversionQuote) => {
      const facts = `${formatNumber(amount)} ${from} → ${formatNumber(receives)} ${to}`;
      return moneyCall('POST convert', { quote: id }, { about: { facts } });
    },
    meta: { quiet: true },
    onSettled: () => refreshMoney(client),
  });
}

/** The recipient, by what the payer knows of them. */
export type Recipient = CallInput<'POST freeTransferForWallet'>['to'];

/** Asks for the masked name and the id of a recipient. */
export function lookUpMutation() {
  return mutationOptions({
    mutationFn: async (to: Recipient) => {
      const { name, id } = await moneyLookUp('POST freeTransferForWallet', { step: 'name', to });
      return { to, name, id };
    },
    meta: { quiet: true },
  });
}

/** A payment, before it is allowed. */
export interface PaymentInput {
  readonly to: Recipient;
  readonly asset: string;
  readonly amount: string;
  readonly remark: string;
}

/** Asks for the transaction password and pays; null when the user left the question. */
export function payMutation(client: QueryClient) {
  return mutationOptions({
    mutationFn: ({ request, question }: { readonly request: PaymentInput; readonly question: PasswordQuestion }) =>
      withTransactionPassword(question, (transactionPassword, totp, leave) => {
        const input = { step: 'pay' as const, ...request, transactionPassword, totp };
        return moneyCall('POST freeTransferForWallet', input, { onUnknown: leave });
      }),
    meta: { quiet: true },
    onSettled: () => {
      refreshMoney(client);
      void client.invalidateQueries({ queryKey: [instantRoot] });
    },
  });
}
