import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import type { MerchantDeposit } from '#protocol/p2p/entities/collection-methods.ts';
import { moneyCall } from '#app/platform/api/api.ts';
import { formatCoins } from '#app/features/p2p/parts/fiat-money.ts';
import { refreshMerchant } from '../queries.ts';

/** Calls that move the deposit. Nothing is written in them: they move what the exchange says it is. */
const depositCalls = ['POST deposit', 'POST makeUpDeposit', 'POST backDeposit'] as const;
export type DepositCall = (typeof depositCalls)[number];

/** Pays, tops up, or asks back the deposit. */
export function depositMutation(client: QueryClient, call: DepositCall) {
  return mutationOptions<MerchantDeposit, Error, Pick<MerchantDeposit, 'required' | 'missing' | 'held' | 'asset'>>({
    mutationFn: ({ required, missing, held, asset }) => {
      const moved = { 'POST deposit': required, 'POST makeUpDeposit': missing, 'POST backDeposit': held }[call];
      return moneyCall(call, {}, { about: { facts: formatCoins(moved, asset) } });
    },
    meta: { quiet: true },
    onSettled: () => void refreshMerchant(client),
  });
}
