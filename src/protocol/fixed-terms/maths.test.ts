import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  daysPassed,
  exitCost,
  interestAfter,
  type InterestTerms,
  interestToTerm,
  keptOnExit,
  principalCovered,
  setAsideFor,
  yearlyPpm,
} from './maths.ts';

const terms = fc.record<InterestTerms>({
  principal: fc.bigInt({ min: 1n, max: 10n ** 17n }),
  ratePpm: fc.bigInt({ min: 1n, max: 500_000n }),
  days: fc.integer({ min: 1, max: 400 }),
  exitPpm: fc.bigInt({ min: 0n, max: 1_000_000n }),
});

describe('the interest of a fixed term', () => {
  it('is that of the worked example: 1,000 USDT for 30 days at 0.48 %', () => {
    const example: InterestTerms = { principal: 100_000_000_000n, ratePpm: 4_800n, days: 30, exitPpm: 500_000n };
    expect(interestToTerm(example)).toBe(480_000_000n);
    expect(interestAfter(example, 12)).toBe(192_000_000n);
    expect(keptOnExit(example, 12)).toBe(96_000_000n);
    expect(setAsideFor(example)).toBe(480_000_000n);
    expect(yearlyPpm(4_800n, 30)).toBe(58_400n);
  });

  it('grows by the day, is never above the exact share, and below it by less than one unit', () => {
    fc.assert(
      fc.property(terms, fc.nat(400), (one, day) => {
        const on = Math.min(day, one.days);
        const exact = one.principal * one.ratePpm * BigInt(on);
        const parts = 1_000_000n * BigInt(one.days);
        const got = interestAfter(one, on);
        expect(got * parts).toBeLessThanOrEqual(exact);
        expect((got + 1n) * parts).toBeGreaterThan(exact);
        expect(interestAfter(one, on + 1)).toBeGreaterThanOrEqual(got);
      }),
    );
  });

  it('adds up: the days sum to the cycle, and with what is left over to what was set aside', () => {
    fc.assert(
      fc.property(terms, (one) => {
        let sum = 0n;
        for (let day = 1; day <= one.days; day += 1) sum += interestAfter(one, day) - interestAfter(one, day - 1);
        expect(sum).toBe(interestToTerm(one));
        const left = setAsideFor(one) - sum;
        expect(left === 0n || left === 1n).toBe(true);
      }),
    );
  });

  it('is never all gone by a cost above it, and leaving later never gives less', () => {
    fc.assert(
      fc.property(terms, fc.nat(400), (one, day) => {
        expect(keptOnExit(one, day)).toBeGreaterThanOrEqual(0n);
        expect(keptOnExit(one, day)).toBeLessThanOrEqual(interestAfter(one, day));
        expect(keptOnExit(one, day + 1)).toBeGreaterThanOrEqual(keptOnExit(one, day));
        expect(exitCost(one, day) + keptOnExit(one, day)).toBe(interestAfter(one, day));
      }),
    );
  });

  it('is covered for as much as free cover can pay for, and for no unit more', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 15n }), terms, (free, { ratePpm, days, exitPpm }) => {
        const most = principalCovered(free, ratePpm);
        const needs = (principal: bigint) => setAsideFor({ principal, ratePpm, days, exitPpm });
        expect(needs(most)).toBeLessThanOrEqual(free);
        expect(needs(most + 1n)).toBeGreaterThan(free);
      }),
    );
  });

  it('counts whole days alone, and none before the first or after the last', () => {
    expect(daysPassed(1_000, 100, 7, 999)).toBe(0);
    expect(daysPassed(1_000, 100, 7, 1_099)).toBe(0);
    expect(daysPassed(1_000, 100, 7, 1_100)).toBe(1);
    expect(daysPassed(1_000, 100, 7, 9_999_999)).toBe(7);
  });
});
