import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import type { CallInput } from '#protocol/calls.ts';
import { call, isUnanswered } from '#app/platform/api/api.ts';
import { withFreshProof } from '../security/proof/fresh-proof.ts';
import { listingDraft } from './draft.ts';
import { applicationsQuery } from './queries.ts';

/**
 * Sends an application, with a code where the exchange wants one. A lost answer leaves a mark in the draft, also over a
 * reload: the next thing to do is then to look whether it arrived.
 */
export function applyMutation(client: QueryClient) {
  return mutationOptions({
    mutationFn: async (input: CallInput<'POST addCoinApply'>) => {
      try {
        return await withFreshProof(() => call('POST addCoinApply', input), 'listing');
      } catch (error) {
        if (isUnanswered(error)) listingDraft.change({ unanswered: input.symbol });
        throw error;
      }
    },
    meta: { quiet: true },
    onSettled: () => client.invalidateQueries({ queryKey: applicationsQuery.queryKey }),
  });
}

/** Answers the question of an application. A second answer to the same question is refused, so that it may be sent again. */
export function answerMutation(client: QueryClient) {
  return mutationOptions({
    mutationFn: (input: CallInput<'PUT addCoinApply'>) => call('PUT addCoinApply', input),
    meta: { quiet: true },
    onSettled: () => client.invalidateQueries({ queryKey: applicationsQuery.queryKey }),
  });
}
