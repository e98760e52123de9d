import { useQueryClient } from '@tanstack/react-query';
import type { MerchantDeposit } from '#protocol/p2p/entities/collection-methods.ts';
import { type Submit, useSubmit } from '#app/features/outcomes/use-submit.ts';
import { type DepositCall, depositMutation } from './mutations.ts';

const calls = {
  'POST deposit': ['POST deposit'],
  'POST makeUpDeposit': ['POST makeUpDeposit'],
  'POST backDeposit': ['POST backDeposit'],
} as const;

/** Sends one of the requests for the deposit, with what it is as the user saw it. */
export function useDepositSubmit(call: DepositCall): Submit<MerchantDeposit, MerchantDeposit> {
  return useSubmit<MerchantDeposit, MerchantDeposit>(calls[call], depositMutation(useQueryClient(), call));
}
