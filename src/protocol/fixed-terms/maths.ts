import type { Ppm, Units } from '../core/brand.ts';

/** One million parts: a rate of a whole cycle, and a cost of leaving early, are counted in them. */
const million = 1_000_000n;

/** What interest is worked out from. The terms of a holding never change after it was bought. */
export interface InterestTerms {
  /** What was put in, in the coin's smallest unit. */
  readonly principal: Units;
  /** The interest of the whole cycle, as a share of the principal. */
  readonly ratePpm: Ppm;
  /** Days of the cycle; in practice mode a day may be a minute. */
  readonly days: number;
  /** The share of the interest so far that leaving early costs. */
  readonly exitPpm: Ppm;
}

/**
 * Interest after so many whole days, truncated to the smallest unit of the coin: the exact share of the days in the
 * interest of the cycle. Each day adds the difference to the day before, so nothing is lost on the way.
 */
export function interestAfter({ principal, ratePpm, days }: InterestTerms, day: number): Units {
  const whole = Math.max(0, Math.min(day, days));
  return (principal * ratePpm * BigInt(whole)) / (million * BigInt(days));
}

/** Interest of the whole cycle. */
export function interestToTerm(terms: InterestTerms): Units {
  return interestAfter(terms, terms.days);
}

/**
 * What is set aside when a holding is bought: the exact interest, rounded up to the smallest unit. What truncation leaves
 * of it at the end (one unit at most) returns to the house account.
 */
export function setAsideFor({ principal, ratePpm }: InterestTerms): Units {
  return (principal * ratePpm + million - 1n) / million;
}

/** What leaving on a day costs: a share of the interest so far, rounded up, and never any of the principal. */
export function exitCost(terms: InterestTerms, day: number): Units {
  return (interestAfter(terms, day) * terms.exitPpm + million - 1n) / million;
}

/** What one keeps of the interest when leaving on a day. */
export function keptOnExit(terms: InterestTerms, day: number): Units {
  return interestAfter(terms, day) - exitCost(terms, day);
}

/** Whole days that have passed at a time, at most those of the cycle. @param dayMs the length of a day of the cycle */
export function daysPassed(openedAt: number, dayMs: number, days: number, at: number): number {
  return Math.max(0, Math.min(days, Math.floor((at - openedAt) / dayMs)));
}

/** The most that free cover can pay the interest of. */
export function principalCovered(freeCover: Units, ratePpm: Ppm): Units {
  return freeCover <= 0n ? 0n : (freeCover * million) / ratePpm;
}

/** The rate of a cycle as one of 365 days, in millionths, truncated: for comparing, nothing is paid by it. */
export function yearlyPpm(ratePpm: Ppm, days: number): Ppm {
  return (ratePpm * 365n) / BigInt(days);
}
