import type { BalanceRow } from '#server/core/ledger/balance-row.ts';
import type { Transaction } from '#server/core/store/database.ts';
import type { LoansDeps } from './deps.ts';
import { lockingCollateral, type LoanJournal } from './journals.ts';
import { type LoanEventRow, type LoanRow, owedOf } from './loan-row.ts';
import { type LoanChange, watchedIn } from './rules.ts';
import { writeEvents, writeLoan } from './store.ts';

/** What a step did, for those who watch: published after the commit. */
export interface LoanDone {
  readonly row: LoanRow;
  readonly balances: readonly BalanceRow[];
}

/** Publishes what a committed step did; null when it did nothing. */
export function publishLoan({ ledger, notices }: LoansDeps, done: LoanDone | null): void {
  if (done === null) return;
  ledger.changed(done.balances);
  notices.changed(done.row.owner);
}

/** An event of a loan after a step. */
export function eventOf(
  row: LoanRow,
  what: Pick<LoanEventRow, 'kind' | 'asset' | 'amount'> & Partial<Pick<LoanEventRow, 'paid' | 'price' | 'order'>>,
  at: number,
): Omit<LoanEventRow, 'id'> {
  const { id: loan, owner, borne: hours } = row;
  return { paid: null, price: null, order: null, ...what, loan, owner, owed: owedOf(row), hours, at };
}

/** Changes a loan that goes on, with the prices at which something is due of it while it runs. */
export function goOn(tx: Transaction, row: LoanRow, change: LoanChange): Promise<LoanRow> {
  const next = { ...row, ...change };
  return writeLoan(tx, row, { ...change, ...watchedIn(next) });
}

/**
 * Ends a loan of which nothing is owed any more: what is left of the collateral is released into its wallet.
 *
 * @param row as it is after the payment, not written yet
 * @returns the ended loan and the movement that is still to be posted
 */
export async function endLoan(
  tx: Transaction,
  row: LoanRow,
  state: 'repaid' | 'written-off' | 'refused',
  now: number,
): Promise<{ readonly row: LoanRow; readonly journals: readonly LoanJournal[] }> {
  const released = row.locked;
  const journals = released > 0n ? [lockingCollateral(row, 0n - released, now)] : [];
  const ended: LoanRow = {
    ...row,
    state,
    principal: 0n,
    interest: 0n,
    locked: 0n,
    watchPrice: null,
    calmPrice: null,
    saleOf: null,
    stalledAt: null,
    nextAt: null,
    endedAt: now,
  };
  const { id: _id, ...change } = ended;
  const written = await writeLoan(tx, row, change);
  if (released > 0n && state !== 'refused') {
    await writeEvents(tx, [eventOf(written, { kind: 'released', asset: row.collateral, amount: released }, now)]);
  }
  return { row: written, journals };
}
