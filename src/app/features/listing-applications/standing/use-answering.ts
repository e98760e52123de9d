import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query';
import { answerDraft } from '../draft.ts';
import { answerMutation } from '../mutations.ts';

/** Sends the answer to a question; a question takes one answer, however often it is sent. */
export function useAnswering(id: string) {
  const mutation = answerMutation(useQueryClient());
  const { mutate, error, isPending } = useMutation({ ...mutation, mutationKey: [answeringKey, id] });
  return {
    error,
    send: (answer: string) => {
      if (!isPending) mutate({ id, answer }, { onSuccess: answerDraft.clear });
    },
  };
}

const answeringKey = 'coin-answer';

/** Whether an answer is on its way. */
export function useIsAnswering(id: string): boolean {
  return useIsMutating({ mutationKey: [answeringKey, id] }) > 0;
}
