import type { Ppm, Units } from '#protocol/core/brand.ts';
import { million } from '#protocol/core/fees.ts';

/**
 * The health of a loan: what is owed against what the collateral is worth. Exact integers; whatever can hurt is rounded
 * against comfort (loan-to-value and prices up, the fall still to come down).
 */

/** A coin in units; the price of one whole coin in units of what is lent. */
export interface Collateral {
  readonly units: Units;
  /** Units of one whole coin, as in 10^8. */
  readonly perOne: Units;
}

/** Shares of the collateral's worth at which something happens, in millionths and rising. */
export interface LoanLevels {
  /** The largest loan at application, and what a sale brings it back to. */
  readonly initial: Ppm;
  readonly first: Ppm;
  readonly second: Ppm;
  /** Collateral is sold. */
  readonly sale: Ppm;
}

/** The levels of a coin that an operator has not set otherwise. */
export const usualLevels: LoanLevels = { initial: 600_000n, first: 700_000n, second: 750_000n, sale: 800_000n };

/** A warning is taken back once the loan-to-value is this far below its level, so that a price on it warns once. */
export const calmPpm: Ppm = 20_000n;

/** Whether levels rise, and leave a sale something to return. */
export function areLevels({ initial, first, second, sale }: LoanLevels): boolean {
  return initial > calmPpm && initial < first && first < second && second < sale && sale < million;
}

function ceilDiv(a: bigint, b: bigint): bigint {
  return (a + b - 1n) / b;
}

/** What collateral is worth at a price, truncated. */
export function worthOf({ units, perOne }: Collateral, price: Units): Units {
  return (units * price) / perOne;
}

/** Loan-to-value in millionths, rounded up; null while the collateral is worth nothing. */
export function loanToValue(owed: Units, { units, perOne }: Collateral, price: Units): Ppm | null {
  const worth = units * price;
  return worth === 0n ? null : ceilDiv(owed * million * perOne, worth);
}

/** Whether a loan has reached a level, without rounding. */
export function hasReached(owed: Units, { units, perOne }: Collateral, price: Units, level: Ppm): boolean {
  return owed > 0n && owed * million * perOne >= level * units * price;
}

/** The highest price at which a loan has reached a level; null when none does. */
export function priceReaching(owed: Units, { units, perOne }: Collateral, level: Ppm): Units | null {
  if (units === 0n || owed === 0n) return null;
  const price = (owed * million * perOne) / (level * units);
  return price === 0n ? null : price;
}

/** The lowest price at which a loan is at most at a level; null without collateral. */
export function priceLeaving(owed: Units, { units, perOne }: Collateral, level: Ppm): Units | null {
  return units === 0n ? null : ceilDiv(owed * million * perOne, level * units);
}

/** The most that can be lent on collateral, truncated. */
export function largestLoan({ units, perOne }: Collateral, price: Units, level: Ppm): Units {
  return (units * price * level) / (perOne * million);
}

/** What must be repaid to bring a loan to a level; zero when it is there. */
export function repaymentTo(owed: Units, collateral: Collateral, price: Units, level: Ppm): Units {
  const left = largestLoan(collateral, price, level);
  return owed > left ? owed - left : 0n;
}

/** The collateral missing to bring a loan to a level, rounded up; zero when it is there. */
export function topUpTo(owed: Units, { units, perOne }: Collateral, price: Units, level: Ppm): Units {
  const wanted = ceilDiv(owed * million * perOne, level * price);
  return wanted > units ? wanted - units : 0n;
}

/** How far a price can fall to another, in millionths of it and truncated; zero when it is there. */
export function fallTo(price: Units, to: Units): Ppm {
  return to >= price ? 0n : ((price - to) * million) / price;
}

/**
 * The collateral whose sale at a price brings a loan to a level, rounded up and at most all of it: with `x` sold,
 * `owed - x·p <= level · (units - x)·p`.
 */
export function saleTo(owed: Units, collateral: Collateral, price: Units, level: Ppm): Units {
  const { units, perOne } = collateral;
  const over = owed * million * perOne - level * units * price;
  if (over <= 0n) return 0n;
  const sold = ceilDiv(over, (million - level) * price);
  return sold < units ? sold : units;
}

/** The collateral whose sale at a price pays all that is owed, rounded up and at most all of it. */
export function saleOfAll(owed: Units, { units, perOne }: Collateral, price: Units): Units {
  const sold = ceilDiv(owed * perOne, price);
  return sold < units ? sold : units;
}
