import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allRuns } from '../../../../tests/depth.ts';
import { goesOn, planCheckIn, positionOf, restFrom, rewardOf, runDays, type Streak } from './rules.ts';

const none: Streak = { lastDay: 0, length: 0, reward: 0n, promised: 0n };
const terms = (left: bigint) => ({ offered: 20n, left });

describe('a run of seven days', () => {
  it('doubles the seventh day and starts again after it', () => {
    expect(Array.from({ length: 15 }, (_, day) => positionOf(day + 1))).toEqual([
      1, 2, 3, 4, 5, 6, 7, 1, 2, 3, 4, 5, 6, 7, 1,
    ]);
    expect(rewardOf(6, 20n)).toBe(20n);
    expect(rewardOf(7, 20n)).toBe(40n);
    expect(restFrom(1, 20n)).toBe(160n);
    expect(restFrom(7, 20n)).toBe(40n);
    expect(restFrom(8, 20n)).toBe(0n);
  });

  it('is promised whole on its first day, or paid by the day while the pool lasts', () => {
    expect(planCheckIn(none, 100, terms(160n))).toMatchObject({
      position: 1,
      aside: 160n,
      fromAside: 20n,
      promised: 140n,
    });
    expect(planCheckIn(none, 100, terms(159n))).toMatchObject({ aside: 0n, fromFree: 20n, promised: 0n });
    expect(planCheckIn(none, 100, terms(19n))).toMatchObject({ length: 1, fromAside: 0n, fromFree: 0n, promised: 0n });
  });

  it('keeps the reward it was promised with, whatever is offered by then', () => {
    const streak = { lastDay: 100, length: 6, reward: 20n, promised: 40n };
    expect(planCheckIn(streak, 101, { offered: 1n, left: 0n })).toMatchObject({
      fromAside: 40n,
      promised: 0n,
      aside: 0n,
    });
  });

  it('is broken by a missed day, and gives back what it had set aside', () => {
    const streak = { lastDay: 100, length: 3, reward: 20n, promised: 100n };
    expect(goesOn(streak, 101)).toBe(true);
    expect(goesOn(streak, 102)).toBe(false);
    expect(planCheckIn(streak, 102, terms(0n))).toMatchObject({ length: 1, released: 100n, promised: 0n });
  });

  it('pays and keeps exactly what it sets aside, over any days and pools', () => {
    const visit = fc.record({ skip: fc.integer({ min: 1, max: 3 }), left: fc.bigInt({ min: 0n, max: 400n }) });
    fc.assert(
      fc.property(fc.array(visit, { maxLength: 40 }), (visits) => {
        let streak = none;
        let day = 1_000;
        for (const { skip, left } of visits) {
          day += skip;
          const plan = planCheckIn(streak, day, terms(left));
          const before = goesOn(streak, day) ? streak.promised : 0n;
          expect(before + plan.aside).toBe(plan.fromAside + plan.promised);
          expect(plan.aside + plan.fromFree).toBeLessThanOrEqual(left);
          // A promise covers the rest of its run to the coin.
          if (plan.promised > 0n) expect(plan.promised).toBe(restFrom(plan.position + 1, plan.reward));
          if (plan.position === runDays) expect(plan.promised).toBe(0n);
          streak = { lastDay: day, length: plan.length, reward: plan.reward, promised: plan.promised };
        }
      }),
      { numRuns: allRuns(500) },
    );
  });
});
