import type { FixedHolding, FixedProduct } from '#protocol/fixed-terms/entities.ts';
import { type Decimal, fromUnits, toUnits } from '#protocol/core/decimal.ts';
import {
  daysPassed,
  exitCost,
  interestAfter,
  type InterestTerms,
  interestToTerm,
  keptOnExit,
  yearlyPpm,
} from '#protocol/fixed-terms/maths.ts';

/** Amounts are worked out to the smallest unit of any coin, and cut when they are shown. */
const scale = 18;

type Terms = Pick<FixedProduct, 'ratePpm' | 'days' | 'exitPpm'>;

/** What a fixed term of an amount is worth on one of its days. */
export interface Growth {
  readonly day: number;
  readonly interest: Decimal;
  /** Principal and interest so far. */
  readonly stay: Decimal;
  /** What leaving on that day returns, and what it costs. */
  readonly leave: Decimal;
  readonly cost: Decimal;
}

function termsOf({ ratePpm, days, exitPpm }: Terms, amount: Decimal): InterestTerms {
  return { principal: toUnits(amount, scale), ratePpm: BigInt(ratePpm), days, exitPpm: BigInt(exitPpm) };
}

/** @param amount what is put in */
export function growthOn(terms: Terms, amount: Decimal, day: number): Growth {
  const of = termsOf(terms, amount);
  return {
    day,
    interest: fromUnits(interestAfter(of, day), scale),
    stay: fromUnits(of.principal + interestAfter(of, day), scale),
    leave: fromUnits(of.principal + keptOnExit(of, day), scale),
    cost: fromUnits(exitCost(of, day), scale),
  };
}

/** Interest of the whole cycle. */
export function interestOf(terms: Terms, amount: Decimal): Decimal {
  return fromUnits(interestToTerm(termsOf(terms, amount)), scale);
}

/** The rate of a year, for comparing. */
export function yearlyOf({ ratePpm, days }: Pick<FixedProduct, 'ratePpm' | 'days'>): bigint {
  return yearlyPpm(BigInt(ratePpm), days);
}

type Running = Pick<FixedHolding, 'openedAt' | 'dayMs' | 'days' | 'ratePpm' | 'exitPpm' | 'principal'>;

/** A running fixed term as it stands at a time, which the last answer may be older than. */
export function standingOf(holding: Running, now: number): Growth {
  return growthOn(holding, holding.principal, daysPassed(holding.openedAt, holding.dayMs, holding.days, now));
}
