import type { Area } from '#server/core/areas/area.ts';
import { type ListingApplicationHandlers, createListingApplicationHandlers } from './calls.ts';
import { coinReviewEffect } from './deciding.ts';
import type { ListingApplicationsDeps } from './deps.ts';
import { createDueApplications } from './due.ts';

const dueEveryMs = 1_000;

/** Applications to list a coin, of a running exchange. */
export interface OpenedListingApplications extends Area<ListingApplicationHandlers> {
  /** Notifies those who are due to hear something, as the job does. @returns how many */
  readonly handleDue: () => Promise<number>;
}

/** Opens applications to list a coin, and registers the effect of their reviews. */
export function openListingApplications(deps: ListingApplicationsDeps): OpenedListingApplications {
  deps.reviews.onDecision('listing', coinReviewEffect(deps));
  const handleDue = createDueApplications(deps);
  return {
    calls: createListingApplicationHandlers(deps),
    jobs: [{ name: 'notify who applied for a coin', everyMs: dueEveryMs, run: handleDue }],
    handleDue,
  };
}
