import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import type { CallInput } from '#protocol/calls.ts';
import type { Withdrawal } from '#protocol/withdrawals/entities.ts';
import { call, moneyCall } from '#app/platform/api/api.ts';
import { walletQuery } from '../assets/queries.ts';
import { takeRecords } from '../deposits/records/live-records.ts';
import { ensureFreshProof, withFreshProof } from '../security/proof/fresh-proof.ts';
import {
  withTransactionPassword,
  type PasswordQuestion,
} from '../security/transaction-password/transaction-password-question.ts';
import { withdrawalsRoot, withdrawPageRoot } from './queries.ts';

/** What is asked for, but for what proves who asks. */
export type WithdrawalInput = Omit<CallInput<'POST withdrawCoinApp'>, 'transactionPassword' | 'totp'>;

/** An input with the sheet that asks for its transaction password. */
interface AskedInput {
  readonly request: WithdrawalInput;
  readonly question: PasswordQuestion;
}

/** Asks for the transaction password and sends the withdrawal; null when the user left the question. */
export function withdrawMutation(client: QueryClient) {
  return mutationOptions({
    mutationFn: ({ request, question }: AskedInput): Promise<Withdrawal | null> =>
      withTransactionPassword(question, async (transactionPassword, totp, leave) => {
        const input = { ...request, transactionPassword, totp };
        const { withdrawal } = await moneyCall('POST withdrawCoinApp', input, { onUnknown: leave });
        return withdrawal;
      }),
    meta: { quiet: true },
    onSuccess: (withdrawal) => {
      if (withdrawal !== null) takeRecords(client, withdrawalsRoot, [withdrawal]);
    },
    onSettled: () => {
      void client.invalidateQueries({ queryKey: [withdrawPageRoot] });
      void client.invalidateQueries({ queryKey: walletQuery.queryKey });
      void client.invalidateQueries({ queryKey: ['cashflow'] });
    },
  });
}

/** What a user keeps of an address. */
interface NewAddress {
  readonly chain: string;
  readonly address: string;
  readonly label: string;
}

function refreshBook(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: [withdrawPageRoot] });
}

/** Keeps an address in the book, with the transaction password; null when the user left the question. */
export function addAddressMutation(client: QueryClient) {
  return mutationOptions({
    mutationFn: async ({ entry, question }: { readonly entry: NewAddress; readonly question: PasswordQuestion }) => {
      await ensureFreshProof();
      return withTransactionPassword(question, (transactionPassword, totp) =>
        call('POST bindAccount', { kind: 'address', ...entry, transactionPassword, totp }),
      );
    },
    meta: { quiet: true },
    onSuccess: (added) => (added === null ? undefined : refreshBook(client)),
  });
}

/** Takes an address out of the book. */
export function removeAddressMutation(client: QueryClient) {
  return mutationOptions({
    mutationFn: (id: string) => withFreshProof(() => call('POST bindAccount', { kind: 'address-remove', id })),
    onSettled: () => refreshBook(client),
  });
}

/**
 * Switches the wait of new addresses on, or off with the transaction password; null when the user left the question.
 */
export function addressWaitMutation(client: QueryClient) {
  return mutationOptions({
    mutationFn: async ({ on, question }: { readonly on: boolean; readonly question: PasswordQuestion }) => {
      await ensureFreshProof();
      if (on) return call('POST bindAccount', { kind: 'address-wait', on });
      return withTransactionPassword(question, (transactionPassword, totp) =>
        call('POST bindAccount', { kind: 'address-wait', on, transactionPassword, totp }),
      );
    },
    onSettled: () => refreshBook(client),
  });
}
