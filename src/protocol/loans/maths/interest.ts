import type { Ms, Units } from '#protocol/core/brand.ts';
import { hourMs } from '#protocol/core/durations.ts';

/** Hourly rates are in billionths: 10,000 is 0.0010 % an hour. */
export const billion = 1_000_000_000n;
/** Decimal places of a rate as it is written. */
export const rateScale = 9;
/** Hours of a year, for the yearly rate beside the hourly one. */

/** Interest that has fallen so far: whole units, and the billionths of one that are not whole yet. */
export interface Interest {
  readonly units: Units;
  readonly rest: bigint;
}

/** Hours that a loan bears interest for in any case: they fall due when it is paid out, however soon it is repaid. */
export const leastHours = 1;

/** No interest yet. */
export const noInterest: Interest = { units: 0n, rest: 0n };

/**
 * Adds the interest of full hours on an unchanged principal. The part below a unit is carried on, so that many hours at
 * once and one after the other come to the same, and the sum is truncated once.
 *
 * @param rate in billionths an hour
 */
export function withInterest(interest: Interest, principal: Units, rate: bigint, hours: number): Interest {
  const sum = interest.rest + principal * rate * BigInt(hours);
  return { units: interest.units + sum / billion, rest: sum % billion };
}

/** Full hours from one time to another; zero when none has passed. */
export function fullHours(from: Ms, to: Ms): number {
  return to <= from ? 0 : Math.floor((to - from) / hourMs);
}

/**
 * Hours that will still bear interest until the due day, with those up to now counted: never those that fell due when the
 * loan was paid out.
 */
export function hoursToCome(startedAt: Ms, dueAt: Ms, now: Ms): number {
  const borne = startedAt + leastHours * hourMs;
  return Math.max(0, Math.ceil((dueAt - Math.max(now, borne)) / hourMs));
}

/** What is owed after so many hours without a repayment: principal and truncated interest. */
export function owedAfter(principal: Units, rate: bigint, hours: number): Units {
  return principal + withInterest(noInterest, principal, rate, hours).units;
}
