import { hourMs } from '../../../protocol/durations.ts';
import {
  calmPpm,
  hasReached,
  priceLeaving,
  priceReaching,
  saleOfAll,
  saleTo,
} from '../../../protocol/maths/loans/health.ts';
import { fullHours, withInterest } from '../../../protocol/maths/loans/interest.ts';
import { collateralOf, levelsOf, type LoanRow, owedOf } from './loan-row.ts';

/** What a step changes of a loan. */
export type LoanChange = Partial<LoanRow>;

/** The largest share of the collateral that is sold at once, as its divisor: five slices sell all. */
const slicesOfAll = 5n;
/** Slices are sold this long after one another, so that the book fills up again. */
export const sliceEveryMs = 1_000;
/** Without a price, a bid or an open pair the sale is tried again after this long. */
export const sliceAgainMs = 3_000;
/** A slice is worth at least so much more than the smallest order, because the price moves until it is placed. */
const minimumMargin = { over: 5n, of: 4n } as const;

/** The prices at which something is due of a running loan, for its row. */
export function watchedPrices(row: LoanRow): Pick<LoanRow, 'watchPrice' | 'calmPrice'> {
  const levels = levelsOf(row);
  const rising = [levels.first, levels.second, levels.sale];
  const standing = row.warned === 0 ? undefined : rising[row.warned - 1];
  const [owed, collateral] = [owedOf(row), collateralOf(row)];
  return {
    watchPrice: priceReaching(owed, collateral, rising[row.warned] ?? levels.sale),
    calmPrice: standing === undefined ? null : priceLeaving(owed, collateral, standing - calmPpm),
  };
}

/** What a price means for a running loan: 0 to 2 warnings, 3 for a sale. A standing warning lasts until it is clearly over. */
export function standingAt(row: LoanRow, price: bigint): 0 | 1 | 2 | 3 {
  const { first, second, sale } = levelsOf(row);
  const reaches = (level: bigint) => hasReached(owedOf(row), collateralOf(row), price, level);
  if (reaches(sale)) return 3;
  if (reaches(second) || (row.warned === 2 && reaches(second - calmPpm))) return 2;
  if (reaches(first) || (row.warned >= 1 && reaches(first - calmPpm))) return 1;
  return 0;
}

/**
 * The interest of the full hours up to a time, and when the next is full. None is added beyond the due day: what is unpaid
 * then is sold for.
 */
export function accrued(row: LoanRow, now: number): LoanChange {
  const { accruedTo, dueAt } = row;
  if (accruedTo === null || dueAt === null) throw new Error(`loan ${row.id} has not begun`);
  const hours = fullHours(accruedTo, Math.min(now, dueAt));
  const { units, rest } = withInterest(
    { units: row.interest, rest: row.interestRest },
    row.principal,
    row.hourlyRate,
    hours,
  );
  const to = accruedTo + hours * hourMs;
  return { interest: units, interestRest: rest, accruedTo: to, nextAt: Math.min(to + hourMs, dueAt) };
}

/** A payment of at most what is owed: interest first. */
export function paidOff(row: LoanRow, units: bigint): LoanChange {
  const ofInterest = units < row.interest ? units : row.interest;
  if (units > owedOf(row)) throw new Error(`more than is owed of loan ${row.id}`);
  return {
    interest: row.interest - ofInterest,
    principal: row.principal - (units - ofInterest),
    interestPaid: row.interestPaid + ofInterest,
    repaid: row.repaid + units,
  };
}

/** The steps of the pair in which collateral is sold, in smallest units. */
export interface SaleSteps {
  readonly lot: bigint;
  /** Smallest and largest quantity of one order. */
  readonly least: bigint;
  readonly most: bigint;
  /** Smallest value of one order. */
  readonly leastValue: bigint;
}

function upToLots(units: bigint, lot: bigint): bigint {
  return ((units + lot - 1n) / lot) * lot;
}

/**
 * The next slice of a sale at the best bid: no more than is needed, at most a fifth of what there was, and never so that
 * what remains is too small to be sold.
 *
 * @returns zero when nothing is to be sold; null when all that is left is too small for an order
 */
export function nextSlice(row: LoanRow, bid: bigint, steps: SaleSteps): bigint | null {
  const [owed, collateral] = [owedOf(row), collateralOf(row)];
  const needed =
    row.saleCause === 'due' ? saleOfAll(owed, collateral, bid) : saleTo(owed, collateral, bid, levelsOf(row).initial);
  if (needed === 0n && owed > 0n && row.locked > 0n) return 0n;
  const ofValue = (steps.leastValue * collateral.perOne * minimumMargin.over) / (bid * minimumMargin.of) + 1n;
  const smallest = upToLots(ofValue > steps.least ? ofValue : steps.least, steps.lot);
  if (row.locked < smallest) return null;
  const share = upToLots((row.saleOf ?? row.locked) / slicesOfAll, steps.lot);
  const wanted = upToLots(needed, steps.lot);
  const bounded = [share, steps.most].reduce((least, one) => (one < least ? one : least), wanted);
  const slice = bounded < smallest ? smallest : bounded;
  const left = row.locked - slice;
  if (left > 0n && left < smallest && row.locked <= steps.most) return row.locked;
  return slice < row.locked ? slice : row.locked;
}
