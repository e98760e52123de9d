import type { Area } from '#server/core/areas/area.ts';
import { createLoanHandlers } from './calls.ts';
import type { LoansDeps } from './deps.ts';
import { createPriceOf } from './prices.ts';
import { seedLoans } from './seed.ts';
import { createSelling } from './selling.ts';
import { createLoanWatch, type LoanWatch } from './watch.ts';
import { hasReached } from '#protocol/loans/maths/health.ts';
import { coverKey } from '../backing/accounts.ts';
import type { Transaction } from '#server/core/store/database.ts';
import { DecisionPostponed, type ReviewEffect } from '#server/accounts/reviews/reviews.ts';
import { endLoan, eventOf, goOn, type LoanDone, publishLoan } from './changes.ts';
import { payingOut, reserving } from './journals.ts';
import { notifyOfLoan } from './loan-notices.ts';
import { collateralOf, levelsOf, type LoanRow, owedOf, type PriceOf } from './loan-row.ts';
import { begun } from './rules.ts';
import { lockLoan, writeEvents } from './store.ts';

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

/** Why the exchange itself refuses an approved loan: the collateral lost too much until the decision. */
const priceFell = 'price-fell';

/**
 * The effect of a decision on an application. An approval pays out, unless the price has fallen to a warning since: such a
 * loan would be in danger from its first second, so it is refused. A refusal gives collateral and set-aside amount back.
 *
 * @throws DecisionPostponed while there is no price or loans are stopped
 */
function loanReviewEffect(deps: LoansDeps, priceOf: PriceOf): ReviewEffect {
  return async (tx, { subject }, { approved, reason }) => {
    const row = await lockLoan(tx, subject);
    if (row?.state !== 'under-review') throw new Error(`loan ${subject} is not under review`);
    const now = deps.clock();
    const done = approved ? await approve(tx, deps, priceOf, row, now) : await refuse(tx, deps, row, reason, now);
    return () => publishLoan(deps, done);
  };
}

async function approve(
  tx: Transaction,
  deps: LoansDeps,
  priceOf: PriceOf,
  row: LoanRow,
  now: number,
): Promise<LoanDone> {
  if (deps.gate.isStopped('loans', { assets: [row.asset, row.collateral] }))
    throw new DecisionPostponed('loans are stopped');
  const price = priceOf(row.collateral, row.asset);
  if (price === null) throw new DecisionPostponed(`${row.collateral} has no price now`);
  if (hasReached(owedOf(row), collateralOf(row), price, levelsOf(row).first)) {
    return refuse(tx, deps, row, priceFell, now);
  }
  const written = await goOn(tx, row, begun(row, now));
  await deps.ledger.lockBalances(tx, [
    { owner: row.owner, wallet: 'spot', asset: row.asset },
    coverKey('loans', row.asset),
  ]);
  const balances = await deps.ledger.post(tx, payingOut(written, now));
  await writeEvents(tx, [eventOf(written, { kind: 'paid-out', asset: row.asset, amount: row.amount }, now)]);
  await notifyOfLoan(tx, deps, written, 'paid-out', price);
  return { row: written, balances };
}

async function refuse(tx: Transaction, deps: LoansDeps, row: LoanRow, reason: string, now: number): Promise<LoanDone> {
  const { row: written, journals } = await endLoan(tx, { ...row, reason }, 'refused', now);
  const balances = await deps.ledger.postMany(tx, [...journals, reserving(row, 0n - row.amount, now)]);
  await notifyOfLoan(tx, deps, { ...row, reason }, reason === priceFell ? 'refused-price' : 'refused');
  return { row: written, balances };
}
