import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CallInput } from '../../../../protocol/calls.ts';
import { call } from '../../../platform/api/api.ts';
import { centreQuery, refreshMerchant } from '../queries.ts';

/** Changes how the merchant trades; what is not named stays. Its failure is a toast. */
export function useChangeSettings() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: CallInput<'PUT legalMgrPage'>) => call('PUT legalMgrPage', change),
    onSuccess: (settings) => {
      client.setQueryData(centreQuery.queryKey, (centre) => centre && { ...centre, settings });
    },
    onSettled: () => refreshMerchant(client),
  });
}

/** Pauses one advert, or lets it be taken again. */
export function usePauseAdvert() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: CallInput<'PUT otcBillList'>) => call('PUT otcBillList', change),
    onSettled: () => refreshMerchant(client),
  });
}
