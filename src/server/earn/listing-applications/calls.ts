import type { Handlers } from '#server/core/handler.ts';
import { requireFreshProof } from '#server/accounts/account/fresh-proof.ts';
import { answerQuestion, apply } from './applying.ts';
import type { ListingApplicationsDeps } from './deps.ts';
import { shownApplication } from './rules.ts';
import { listApplications } from './store.ts';

export type ListingApplicationHandlers = Pick<Handlers, 'POST addCoinApply' | 'GET addCoinApply' | 'PUT addCoinApply'>;

/** The calls of applications to list a coin. */
export function createListingApplicationHandlers(deps: ListingApplicationsDeps): ListingApplicationHandlers {
  return {
    'POST addCoinApply': async (input, context) => {
      await requireFreshProof(deps, context);
      return shownApplication(await apply(deps, context.caller.userId, input, deps.clock()));
    },

    'GET addCoinApply': async (query, { caller }) => {
      const { rows, next } = await listApplications(deps.database, caller.userId, query);
      return { list: rows.map(shownApplication), next };
    },

    'PUT addCoinApply': async (input, { caller }) =>
      shownApplication(await answerQuestion(deps, caller.userId, input, deps.clock())),
  };
}
