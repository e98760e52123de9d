import { fromUnits, fromUnitsFixed } from '#protocol/core/decimal.ts';
import { loanToValue, priceReaching } from '#protocol/loans/maths/health.ts';
import { assetScale } from '#server/core/assets.ts';
import type { Transaction } from '#server/core/store/database.ts';
import type { LoansDeps } from './deps.ts';
import { collateralOf, levelsOf, type LoanRow, owedOf } from './loan-row.ts';

/** What owners of loans are notified of; the articles have these names. */
type LoanNotice =
  | 'paid-out'
  | 'refused'
  | 'refused-price'
  | 'first-warning'
  | 'second-warning'
  | 'due-soon'
  | 'selling'
  | 'selling-due'
  | 'sold'
  | 'repaid'
  | 'written-off';

/** Loan-to-value is written with one decimal, rounded up. */
function percentUp(ppm: bigint): string {
  return fromUnitsFixed((ppm + 999n) / 1_000n, 1);
}

/** Tells the owner, in the transaction of what happened: by notice, and through it on devices. */
export async function notifyOfLoan(
  tx: Transaction,
  { notices }: Pick<LoansDeps, 'notices'>,
  row: LoanRow,
  notice: LoanNotice,
  price: bigint | null = null,
): Promise<void> {
  const scale = assetScale(row.asset);
  const lent = (units: bigint) => fromUnits(units, scale);
  const collateral = collateralOf(row);
  const ratio = price === null ? null : loanToValue(owedOf(row), collateral, price);
  const salePrice = priceReaching(owedOf(row), collateral, levelsOf(row).sale);
  const facts = {
    asset: row.asset,
    amount: lent(row.amount),
    owed: lent(owedOf(row)),
    repaid: lent(row.repaid),
    collateral: fromUnits(row.locked, assetScale(row.collateral)),
    coin: row.collateral,
    ratio: ratio === null ? '' : percentUp(ratio),
    price: price === null ? '' : lent(price),
    salePrice: salePrice === null ? '' : lent(salePrice),
    writtenOff: lent(row.writtenOff),
    reason: row.reason ?? '',
  };
  await notices.send(tx, row.owner, 'account', `notice/loan-${notice}`, facts, {
    kind: 'loan',
    loan: row.id.toString(),
  });
}
