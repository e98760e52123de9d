import type { Area } from '#server/core/areas/area.ts';
import { createLoanHandlers } from './calls.ts';
import { loanReviewEffect } from './decide.ts';
import type { LoansDeps } from './deps.ts';
import { createPriceOf } from './prices.ts';
import { seedLoans } from './seed.ts';
import { createSelling } from './selling.ts';
import { createLoanWatch, type LoanWatch } from './watch.ts';

/** How often prices and due rows are looked at. */
const lookEveryMs = 1_000;

/** Loans of a running exchange. */
interface OpenedLoans extends Area<ReturnType<typeof createLoanHandlers>> {
  /** Its jobs, as tests run them. */
  readonly watch: LoanWatch;
}

/**
 * Opens loans: writes the shipped terms into an empty store, and registers the effect of their reviews. Loans that run are
 * watched also while the calls are switched off.
 */
export async function openLoans(deps: LoansDeps): Promise<OpenedLoans> {
  const priceOf = createPriceOf(deps);
  await seedLoans(deps);
  deps.reviews.onDecision('loan', loanReviewEffect(deps, priceOf));
  const watch = createLoanWatch(deps, priceOf, createSelling(deps, priceOf));
  return {
    watch,
    calls: createLoanHandlers(deps, priceOf),
    jobs: [
      { name: 'prices of loans', everyMs: lookEveryMs, run: () => watch.watch() },
      { name: 'due loans', everyMs: lookEveryMs, run: () => watch.due() },
    ],
  };
}
