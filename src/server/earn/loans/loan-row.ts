import type { Loan, LoanEvent } from '#protocol/loans/entities.ts';
import { ppmPlaces } from '#protocol/core/fees.ts';
import { fromUnits, unitsPerOne } from '#protocol/core/decimal.ts';
import type { Collateral, LoanLevels } from '#protocol/loans/maths/health.ts';
import { rateScale } from '#protocol/loans/maths/interest.ts';
import { assetScale } from '#server/core/assets.ts';
import { maskedNumber } from '#server/accounts/identity/masking.ts';
import type { loanEvents, loans } from './tables.ts';

/** A loan as it is stored. */
export type LoanRow = typeof loans.$inferSelect;
/** An event as it is stored. */
export type LoanEventRow = typeof loanEvents.$inferSelect;

/** What is owed of a loan: principal and interest. */
export function owedOf({ principal, interest }: Pick<LoanRow, 'principal' | 'interest'>): bigint {
  return principal + interest;
}

/** The locked collateral, as the rules of health count it. */
export function collateralOf({ locked, collateral }: Pick<LoanRow, 'locked' | 'collateral'>): Collateral {
  return { units: locked, perOne: unitsPerOne(assetScale(collateral)) };
}

/** The levels a loan was made with. */
export function levelsOf({ initial, first, second, sale }: Pick<LoanRow, keyof LoanLevels>): LoanLevels {
  return { initial: BigInt(initial), first: BigInt(first), second: BigInt(second), sale: BigInt(sale) };
}

/** Levels as shares. */
export function shownLevels({ initial, first, second, sale }: LoanLevels) {
  const share = (ppm: bigint) => fromUnits(ppm, ppmPlaces);
  return { initial: share(initial), first: share(first), second: share(second), sale: share(sale) };
}

/** The price of one coin in the smallest unit of what is lent; null while it is not known. */
export type PriceOf = (collateral: string, lent: string) => bigint | null;

const warnings = ['none', 'first', 'second'] as const;

/** A loan as its owner sees it: contact and document masked. */
export function toLoan(row: LoanRow, priceOf: PriceOf, now: number): Loan {
  const scale = assetScale(row.asset);
  const lent = (units: bigint) => fromUnits(units, scale);
  const pledge = (units: bigint) => fromUnits(units, assetScale(row.collateral));
  const price = priceOf(row.collateral, row.asset);
  return {
    id: row.id.toString(),
    state: row.state,
    asset: row.asset,
    amount: lent(row.amount),
    principal: lent(row.principal),
    interest: lent(row.interest),
    owed: lent(owedOf(row)),
    repaid: lent(row.repaid),
    interestPaid: lent(row.interestPaid),
    writtenOff: lent(row.writtenOff),
    hourlyRate: fromUnits(row.hourlyRate, rateScale),
    hours: row.hours,
    collateral: {
      asset: row.collateral,
      wallet: row.wallet,
      amount: pledge(row.locked),
      pledged: pledge(row.pledged),
    },
    levels: shownLevels(levelsOf(row)),
    price: price === null ? null : lent(price),
    priceAt: now,
    warning: warnings[row.warned] ?? 'none',
    warnedAt: row.warnedAt,
    saleCause: row.saleCause,
    reason: row.reason,
    contact: maskedNumber(row.contact),
    document: maskedNumber(row.document),
    note: row.note,
    appliedAt: row.appliedAt,
    startedAt: row.startedAt,
    dueAt: row.dueAt,
    endedAt: row.endedAt,
  };
}

/** An event as its owner sees it. @param lent the coin that was lent */
export function toLoanEvent(row: LoanEventRow, lent: string): LoanEvent {
  const inLent = (units: bigint | null) => (units === null ? null : fromUnits(units, assetScale(lent)));
  return {
    id: row.id.toString(),
    loan: row.loan.toString(),
    kind: row.kind,
    asset: row.asset,
    amount: fromUnits(row.amount, assetScale(row.asset)),
    paid: inLent(row.paid),
    price: inLent(row.price),
    owed: fromUnits(row.owed, assetScale(lent)),
    order: row.order === null ? null : row.order.toString(),
    at: row.at,
  };
}
