import { dayMs, hourMs } from '#protocol/core/durations.ts';
import { calmPpm, hasReached, priceLeaving, priceReaching, saleOfAll, saleTo } from '#protocol/loans/maths/health.ts';
import { fullHours, leastHours, noInterest, withInterest } from '#protocol/loans/maths/interest.ts';
import { collateralOf, levelsOf, type LoanRow, owedOf } from './loan-row.ts';

/** What a step changes of a loan. */
export type LoanChange = Partial<LoanRow>;

/** The largest share of the collateral that is sold at once, as its divisor: five slices sell all. */
const slicesOfAll = 5n;
/** Slices are sold this long after one another, so that the book fills up again. */
export const sliceEveryMs = 1_000;
/** Without a price, a bid or an open pair the sale is tried again after this long. */
export const sliceAgainMs = 3_000;
/**
 * A sale of which nothing could be sold for this long ends without the book: the house takes what covers the debt. It is long
 * enough for a market to come back, and short enough that nobody waits for coins that are sold to no one.
 */
export const takenOverAfterMs = dayMs;
/** A slice is worth at least so much more than the smallest order, because the price moves until it is placed. */
const minimumMargin = { over: 5n, of: 4n } as const;

/** No slice is sold below this share of the index, whatever is bid: the book is thin where collateral is sold. */
const worstShare = { over: 95n, of: 100n } as const;

/** The worst price at which a slice may be sold: 95 % of the index, rounded up to the steps of the pair. */
export function worstSalePrice(index: bigint, tick: bigint): bigint {
  const share = index * worstShare.over;
  return ((share + worstShare.of * tick - 1n) / (worstShare.of * tick)) * tick;
}

/** The prices at which something is due of a running loan. */
function watchedPrices(row: LoanRow): Pick<LoanRow, 'watchPrice' | 'calmPrice'> {
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

/** The prices of a loan after a step: only a running one is watched. */
export function watchedIn(row: LoanRow): Pick<LoanRow, 'watchPrice' | 'calmPrice'> {
  return row.state === 'running' ? watchedPrices(row) : { watchPrice: null, calmPrice: null };
}

/** What a loan is from its payout on: the least interest falls due at once, and its next hour follows that. */
export function begun(row: LoanRow, now: number): LoanChange {
  const { units, rest } = withInterest(noInterest, row.principal, row.hourlyRate, leastHours);
  const accruedTo = now + leastHours * hourMs;
  const dueAt = now + row.hours * hourMs;
  return {
    state: 'running',
    interest: units,
    interestRest: rest,
    unitHours: row.principal * BigInt(leastHours),
    borne: leastHours,
    startedAt: now,
    accruedTo,
    dueAt,
    nextAt: Math.min(accruedTo + hourMs, dueAt),
  };
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
  return {
    interest: units,
    interestRest: rest,
    unitHours: row.unitHours + row.principal * BigInt(hours),
    borne: row.borne === null ? null : row.borne + hours,
    accruedTo: to,
    nextAt: Math.min(to + hourMs, dueAt),
  };
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

/** The least collateral that is worth a debt at a price, or all there is. */
export function coverOf(row: LoanRow, price: bigint): bigint {
  const { perOne, units } = collateralOf(row);
  const needed = (owedOf(row) * perOne + price - 1n) / price;
  return needed < units ? needed : units;
}

/** The steps of the pair in which collateral is sold, in smallest units. */
export interface SaleSteps {
  readonly lot: bigint;
  /** Step of the price. */
  readonly tick: bigint;
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
