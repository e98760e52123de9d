import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CallInput } from '#protocol/calls.ts';
import { failureText } from '#app/platform/api/refusal-text.ts';
import { call } from '#app/platform/api/api.ts';
import { toast } from '#app/ui/overlays/toast.ts';
import { costQuestionOf } from '#app/features/p2p/parts/cost-question.ts';
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

/** Pauses one advert, or lets it be taken again. Its failure is a toast, unless it asks what comes of it (21002). */
export function usePauseAdvert() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: Pick<CallInput<'PUT otcBillList'>, 'id' | 'paused' | 'confirmed'>) =>
      call('PUT otcBillList', change),
    meta: { quiet: true },
    onError: async (error) => {
      if (costQuestionOf(error) === null) toast.show({ type: 'error', title: await failureText(error) });
    },
    onSettled: () => refreshMerchant(client),
  });
}
