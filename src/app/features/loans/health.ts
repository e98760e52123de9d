import { ppmPlaces } from '#protocol/core/fees.ts';
import { type Decimal, fromUnits, fromUnitsFixed, toUnits, unitsPerOne } from '#protocol/core/decimal.ts';
import {
  type Collateral,
  fallTo,
  largestLoan,
  loanToValue,
  priceReaching,
  repaymentTo,
  topUpTo,
} from '#protocol/loans/maths/health.ts';
import { owedAfter, rateScale } from '#protocol/loans/maths/interest.ts';
import type { ShownLoanLevels } from '#protocol/loans/entities.ts';
import { formatNumber } from '#app/platform/format/number-format.ts';

/** Previews count with so many places; the exchange counts with those of the coin. */
const scale = 8;
const units = (amount: Decimal): bigint => toUnits(amount, scale);
const pledgeOf = (amount: Decimal): Collateral => ({ units: units(amount), perOne: unitsPerOne(scale) });
const ppmOf = (share: Decimal): bigint => toUnits(share, ppmPlaces);
/** Loan-to-value is shown with one place of a percent, rounded up. */
const shownPpm = 1_000n;

/** A loan as far as its health goes. */
export interface Pledged {
  readonly owed: Decimal;
  readonly collateral: Decimal;
}

/** Loan-to-value in millionths, rounded up; null without a price or collateral. */
export function ratioOf({ owed, collateral }: Pledged, price: Decimal | null): number | null {
  if (price === null) return null;
  const ratio = loanToValue(units(owed), pledgeOf(collateral), units(price));
  return ratio === null ? null : Number(ratio);
}

/** A loan-to-value as it is read: one place, rounded up. */
export function ratioText(ppm: number | null): string {
  if (ppm === null) return '–';
  return `${formatNumber(fromUnitsFixed((BigInt(ppm) + shownPpm - 1n) / shownPpm, 1))}%`;
}

/** A level as it is named: 0.7 is 70%. */
export function levelText(share: Decimal): string {
  return `${formatNumber(fromUnits(ppmOf(share), 4))}%`;
}

export function levelPpm(share: Decimal): number {
  return Number(ppmOf(share));
}

/** Cut up to so many places: for prices and debts, which must not look smaller than they are. */
export function upTo(amount: Decimal, places: number): Decimal {
  const step = unitsPerOne(Math.max(0, scale - places));
  return fromUnits(((units(amount) + step - 1n) / step) * step, scale);
}

/** The price at which a loan reaches a level; null when none does. */
export function priceAt({ owed, collateral }: Pledged, level: Decimal, places: number): Decimal | null {
  const price = priceReaching(units(owed), pledgeOf(collateral), ppmOf(level));
  return price === null ? null : upTo(fromUnits(price, scale), places);
}

/** How far a price can still fall to another, as it is read: one place, truncated. */
export function fallText(price: Decimal, to: Decimal): string {
  return `${formatNumber(fromUnitsFixed(fallTo(units(price), units(to)) / shownPpm, 1))}%`;
}

/** The most that is lent on collateral at a price, truncated. */
export function mostOn(collateral: Decimal, price: Decimal, { initial }: Pick<ShownLoanLevels, 'initial'>): Decimal {
  return fromUnits(largestLoan(pledgeOf(collateral), units(price), ppmOf(initial)), scale);
}

/** What is owed after so many hours without a repayment. */
export function owedIn(amount: Decimal, hourlyRate: Decimal, hours: number): Decimal {
  return fromUnits(owedAfter(units(amount), toUnits(hourlyRate, rateScale), hours), scale);
}

/** What to repay to come back to a level, cut up to so many places. */
export function repayTo({ owed, collateral }: Pledged, price: Decimal, level: Decimal, places: number): Decimal {
  return upTo(fromUnits(repaymentTo(units(owed), pledgeOf(collateral), units(price), ppmOf(level)), scale), places);
}

/** What to add to come back to a level, a whole number of steps. */
export function addTo({ owed, collateral }: Pledged, price: Decimal, level: Decimal, step: Decimal): Decimal {
  const missing = topUpTo(units(owed), pledgeOf(collateral), units(price), ppmOf(level));
  const lot = units(step);
  return fromUnits(lot === 0n ? missing : ((missing + lot - 1n) / lot) * lot, scale);
}

/** Whether an amount is a whole number of steps. */
export function isStepped(amount: Decimal, step: Decimal): boolean {
  const lot = units(step);
  return lot === 0n || units(amount) % lot === 0n;
}

/** A rate as it is read: `0.00001` an hour is 0.0010%. */
export function rateText(rate: Decimal, places: number): string {
  return `${formatNumber(fromUnitsFixed(toUnits(rate, places + 2), places))}%`;
}
