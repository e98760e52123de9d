import { useMutation, type UseMutationOptions } from '@tanstack/react-query';
import { useRef } from 'react';
import type { MoneyCall } from '#protocol/calls.ts';
import { haptic } from '#app/platform/device/haptics.ts';
import type { Outcome } from '#app/platform/pending-outcomes/open-outcomes.ts';
import { useHeldOutcome } from './held-outcome.ts';

/** What a form does with the answer of one request, while it is on screen. */
export interface SubmitCallbacks<Answer> {
  readonly onSuccess?: (answer: Answer) => void;
  readonly onError?: (error: Error) => void;
}

/** A request of a form that moves money, from its button to its answer. */
export interface Submit<Request, Answer> {
  /** Sends a request. One at a time: while one is on its way, or its outcome unknown, nothing is sent. */
  readonly send: (request: Request, callbacks?: SubmitCallbacks<Answer>) => void;
  /** On its way, or of unknown outcome. */
  readonly busy: boolean;
  /** On its way: what asked for confirmation stays open until there is an answer, or until the outcome is unknown. */
  readonly waiting: boolean;
  /** What this form sent and whose outcome is unknown. */
  readonly held: Outcome | null;
  /** Why the last one was refused. */
  readonly error: Error | null;
  /** Forgets the last refusal: the user has changed something. */
  readonly reset: () => void;
}

/**
 * Sends what a form asks for, with an idempotency key that the mutation stores before it sends.
 *
 * @param calls the calls that the form makes; constant
 * @param mutation its `onSuccess` also runs after the form has gone
 * @param ofThis which unknown outcomes of these calls are this form's; constant
 * @param wasDone whether an answer says that it was done, which the user feels once. Without: whenever there is one;
 *   null is the answer of a request that the user gave up
 */
export function useSubmit<Request, Answer>(
  calls: readonly MoneyCall[],
  mutation: UseMutationOptions<Answer, Error, Request>,
  ofThis?: (outcome: Outcome) => boolean,
  wasDone: (answer: Answer) => boolean = (answer) => answer !== null,
): Submit<Request, Answer> {
  // The state of a mutation is rendered later than a second tap can come.
  const sending = useRef(false);
  const held = useHeldOutcome(calls, ofThis);
  const { mutate, isPending, error, reset } = useMutation({
    ...mutation,
    onSuccess: (...success) => {
      if (wasDone(success[0])) haptic('done');
      return mutation.onSuccess?.(...success);
    },
    onSettled: (...settled) => {
      sending.current = false;
      return mutation.onSettled?.(...settled);
    },
  });
  return {
    send: (request, { onSuccess, onError } = {}) => {
      if (sending.current || held !== null) return;
      sending.current = true;
      mutate(request, { onSuccess: (answer) => onSuccess?.(answer), onError: (failure) => onError?.(failure) });
    },
    busy: isPending || held !== null,
    waiting: isPending && held === null,
    held,
    error,
    reset,
  };
}
