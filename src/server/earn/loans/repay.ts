import type { CheckedInput } from '#protocol/calls.ts';
import type { Loan } from '#protocol/loans/entities.ts';
import { fromUnits } from '#protocol/core/decimal.ts';
import { coverKey } from '../backing/accounts.ts';
import { movedUnits } from '#server/custody/amount.ts';
import { assetScale } from '#server/core/assets.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import { once } from '#server/core/idempotency/once.ts';
import type { Transaction } from '#server/core/store/database.ts';
import type { Applicant } from './apply.ts';
import { endLoan, eventOf, goOn, type LoanDone, publishLoan } from './changes.ts';
import type { LoansDeps } from './deps.ts';
import { lockingCollateral, type LoanJournal, repaying } from './journals.ts';
import { notifyOfLoan } from './loan-notices.ts';
import { type LoanRow, owedOf, type PriceOf, toLoan } from './loan-row.ts';
import { pairFor, stepsOf } from './prices.ts';
import { accrued, paidOff } from './rules.ts';
import { lockLoan, writeEvents } from './store.ts';

type Act = CheckedInput<'POST coinLoan'>;

/**
 * Repays a loan, or adds to its collateral. Interest is counted up to the last full hour first, so that what is paid is
 * what is owed.
 *
 * @throws Refusal `notFound`, `orderFinished` for a loan that has ended, `orderUpdated` for one that is not paid out yet,
 *   being sold, or of which more is owed than was said; `enterAmount`, `quantityOutOfRange`, `insufficientWalletBalance`
 */
export async function repayLoan(
  deps: LoansDeps,
  priceOf: PriceOf,
  { owner, key }: Applicant,
  input: Act,
): Promise<Loan> {
  const now = deps.clock();
  let done: LoanDone | null = null;
  const { answer } = await deps.database.transaction(async (tx) => {
    done = null;
    await tx.client.query('SELECT FROM users WHERE id = $1 FOR SHARE', [owner]);
    return once(tx, { userId: owner, call: 'POST coinLoan', key, body: input, at: now }, async () => {
      const found = await lockLoan(tx, BigInt(input.loan));
      if (found === null || found.owner !== owner) throw new Refusal('notFound');
      deps.gate.check('POST coinLoan', { assets: [found.asset, found.collateral] });
      if (found.endedAt !== null) throw new Refusal('orderFinished');
      if (found.state !== 'running') throw new Refusal('orderUpdated', { why: found.state });
      const row: LoanRow = { ...found, ...accrued(found, now) };
      done =
        input.act === 'top-up' ? await topUp(tx, deps, row, input.amount, now) : await repay(tx, deps, row, input, now);
      return toLoan(done.row, priceOf, now);
    });
  });
  publishLoan(deps, done);
  return answer;
}

async function repay(
  tx: Transaction,
  deps: LoansDeps,
  row: LoanRow,
  input: Exclude<Act, { act: 'top-up' }>,
  now: number,
): Promise<LoanDone> {
  const owed = owedOf(row);
  const units = input.act === 'repay' ? movedUnits(row.asset, input.amount) : owed;
  const shownOwed = { owed: fromUnits(owed, assetScale(row.asset)) };
  if (input.act === 'repay-all' && movedUnits(row.asset, input.most) < owed)
    throw new Refusal('orderUpdated', shownOwed);
  if (units > owed) throw new Refusal('quantityOutOfRange', { why: 'owed', ...shownOwed });
  const paid: LoanRow = { ...row, ...paidOff(row, units) };
  const spot = { owner: row.owner, wallet: 'spot', asset: row.asset } as const;
  const isWhole = units === owed;
  const { row: written, journals } = isWhole
    ? await endLoan(tx, paid, 'repaid', now)
    : { row: await goOn(tx, row, changeOf(paid)), journals: [] };
  const balances = await move(tx, deps, row, [repaying(row, units, now), ...journals], [spot]);
  const event = eventOf(written, { kind: 'repaid', asset: row.asset, amount: units, paid: units }, now);
  await writeEvents(tx, [event]);
  if (isWhole) await notifyOfLoan(tx, deps, { ...written, locked: row.locked }, 'repaid');
  return { row: written, balances };
}

async function topUp(tx: Transaction, deps: LoansDeps, row: LoanRow, amount: string, now: number): Promise<LoanDone> {
  const units = movedUnits(row.collateral, amount);
  const pair = pairFor(deps, row.collateral, row.asset);
  if (pair === undefined || units % stepsOf(pair).lot !== 0n) {
    throw new Refusal('quantityOutOfRange', { why: 'step', step: pair?.lotSize ?? '' });
  }
  const topped: LoanRow = { ...row, locked: row.locked + units, pledged: row.pledged + units };
  const written = await goOn(tx, row, changeOf(topped));
  const own = { owner: row.owner, wallet: row.wallet, asset: row.collateral };
  await deps.outflow.check(tx, { way: 'loan-collateral', session: null, ...own, units }, now);
  const balances = await move(tx, deps, row, [lockingCollateral(row, units, now)], [own]);
  await writeEvents(tx, [eventOf(written, { kind: 'topped-up', asset: row.collateral, amount: units }, now)]);
  return { row: written, balances };
}

function changeOf({ id: _id, ...change }: LoanRow): Partial<LoanRow> {
  return change;
}

/** Posts what a person pays, with all balances locked in one step. @throws Refusal `insufficientWalletBalance` */
async function move(
  tx: Transaction,
  { ledger }: LoansDeps,
  row: LoanRow,
  journals: readonly LoanJournal[],
  payers: Parameters<LoansDeps['ledger']['lockBalances']>[1],
) {
  const pledge = { owner: row.owner, wallet: row.wallet, asset: row.collateral };
  await ledger.lockBalances(tx, [...payers, pledge, coverKey('loans', row.asset)]);
  return ledger.postMany(tx, journals);
}
