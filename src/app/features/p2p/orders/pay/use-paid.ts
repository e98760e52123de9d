import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useFailureText } from '../../../../platform/api/refusal-text.ts';
import { paidMutation } from '../mutations.ts';

/** Marks an order as paid, once. */
export function usePaid(id: string) {
  const paid = useMutation(paidMutation(useQueryClient()));
  return {
    send: (onSuccess: () => void) => {
      if (!paid.isPending) paid.mutate(id, { onSuccess });
    },
    busy: paid.isPending,
    failure: useFailureText(paid.error),
  };
}
