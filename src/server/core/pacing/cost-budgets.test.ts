import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { CostBudgets } from './cost-budgets.ts';

test('a burst is free, spending past it waits, and time refills the budget up to the burst', () => {
  const budgets = new CostBudgets<string>({ unitsPerSecond: 10, burstUnits: 100 });
  budgets.charge('a', 100, 0);
  expect(budgets.waitMs('a', 0)).toBe(0);
  budgets.charge('a', 5, 0);
  expect(budgets.waitMs('a', 0)).toBe(500);
  expect(budgets.waitMs('a', 499)).toBe(1);
  expect(budgets.waitMs('a', 500)).toBe(0);
  // After an hour no more than the burst is available.
  budgets.charge('a', 101, 3_600_000);
  expect(budgets.waitMs('a', 3_600_000)).toBe(100);
});

test('one key never pays for another', () => {
  const budgets = new CostBudgets<bigint>({ unitsPerSecond: 1, burstUnits: 10 });
  budgets.charge(1n, 1_000, 0);
  expect(budgets.waitMs(2n, 0)).toBe(0);
});

test('no debt is deeper than the burst, and a clock that steps back changes nothing', () => {
  const budgets = new CostBudgets<string>({ unitsPerSecond: 10, burstUnits: 100 });
  budgets.charge('a', 1e9, 10_000);
  expect(budgets.waitMs('a', 10_000)).toBe(10_000);
  expect(budgets.waitMs('a', 0)).toBe(10_000);
  budgets.charge('a', 1, 0);
  expect(budgets.waitMs('a', 20_000)).toBe(0);
});

test('an infinite rate is no limit', () => {
  const budgets = new CostBudgets<string>({ unitsPerSecond: Number.POSITIVE_INFINITY, burstUnits: 1 });
  budgets.charge('a', 1e9, 0);
  expect(budgets.waitMs('a', 0)).toBe(0);
  expect(budgets.keyCount).toBe(0);
});

test('full budgets are forgotten first, and never more than the limit are stored', () => {
  const budgets = new CostBudgets<number>({ unitsPerSecond: 1, burstUnits: 10 }, 3);
  budgets.charge(1, 1, 0);
  budgets.charge(2, 20, 0);
  budgets.charge(3, 20, 0);
  budgets.charge(4, 20, 2_000);
  expect(budgets.keyCount).toBe(3);
  expect([2, 3, 4].map((key) => budgets.waitMs(key, 2_000))).toEqual([8_000, 8_000, 10_000]);
  budgets.charge(5, 20, 2_000);
  expect(budgets.keyCount).toBe(3);
  expect(budgets.waitMs(2, 2_000)).toBe(0);
});

test('over any period a well-behaved caller spends no more than the burst, the rate and one last charge', () => {
  const step = fc.record({ passMs: fc.integer({ min: 0, max: 2_000 }), units: fc.integer({ min: 1, max: 30 }) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const budgets = new CostBudgets<string>({ unitsPerSecond: 10, burstUnits: 50 });
      let nowMs = 0;
      let spent = 0;
      let largest = 0;
      for (const { passMs, units } of steps) {
        nowMs += passMs;
        if (budgets.waitMs('a', nowMs) > 0) continue;
        budgets.charge('a', units, nowMs);
        spent += units;
        largest = Math.max(largest, units);
      }
      expect(spent).toBeLessThanOrEqual(50 + (nowMs * 10) / 1_000 + largest + 1e-6);
    }),
  );
});
