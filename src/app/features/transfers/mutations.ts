import { moneyCall } from '#app/platform/api/api.ts';
import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import type { CallInput, CallOutput } from '#protocol/calls.ts';
import type { ConversionQuote, SmallBalance } from '#protocol/wallets/entities/movement.ts';
import { formatNumber } from '#app/platform/format/number-format.ts';
import { moneyLookUp } from '#app/platform/pending-outcomes/look-up.ts';
import {
  withTransactionPassword,
  type PasswordQuestion,
} from '../security/transaction-password/transaction-password-question.ts';
import { walletQuery } from '../assets/queries.ts';
import { convertCoinsQuery, instantRoot, smallQuery, transferPageQuery } from './queries.ts';

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

type ConvertAnswer = CallOutput<'POST convert'>;
/** The answer to the conversion of one coin. */
export type Converted = Extract<ConvertAnswer, { readonly quote: unknown }>;
/** The answer to the conversion of small balances. */
export type SmallConverted = Extract<ConvertAnswer, { readonly small: unknown }>;

export function convertMutation(client: QueryClient) {
  return mutationOptions({
    mutationFn: async ({ id, amount, from, receives, to }: ConversionQuote): Promise<Converted> => {
      const facts = `${formatNumber(amount)} ${from} → ${formatNumber(receives)} ${to}`;
      const answer = await moneyCall('POST convert', { quote: id }, { about: { facts } });
      if (!('quote' in answer)) throw new Error('the answer is that of small balances');
      return answer;
    },
    meta: { quiet: true },
    onSettled: () => refreshMoney(client),
  });
}

/** Small balances to convert at their quote. */
interface SmallRequest {
  readonly quote: string;
  readonly balances: readonly SmallBalance[];
  readonly into: string;
}

export function smallMutation(client: QueryClient) {
  return mutationOptions({
    mutationFn: async ({ quote, balances, into }: SmallRequest): Promise<SmallConverted> => {
      const coins = balances.map(({ asset }) => asset);
      const facts = `${coins.join(', ')} → ${into}`;
      const answer = await moneyCall('POST convert', { quote, coins }, { about: { facts } });
      if (!('small' in answer)) throw new Error('the answer is that of one coin');
      return answer;
    },
    meta: { quiet: true },
    onSettled: () => {
      refreshMoney(client);
      void client.invalidateQueries({ queryKey: smallQuery.queryKey });
    },
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
