import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { dayMs } from '#protocol/core/durations.ts';
import { p2pDayLimits, historyPersonWorth } from '#protocol/p2p/currencies.ts';
import { toUnits } from '#protocol/core/decimal.ts';
import { allRuns } from '../../../../../tests/depth.ts';
import { type Counterparty, stepOf, worthScale } from './history.ts';

const now = 400 * dayMs;
const usdt = (amount: number) => toUnits(String(amount), worthScale);
const people = (count: number, worth: number, daysAgo: number): Counterparty[] =>
  Array.from({ length: count }, () => ({ worth: usdt(worth), since: now - daysAgo * dayMs }));
const place = (history: readonly Counterparty[]) => stepOf(p2pDayLimits, historyPersonWorth, history, now).place;

it('asks for people, worth and age, each of which alone is not enough', () => {
  expect(place([])).toBe(0);
  const [, step] = p2pDayLimits;
  const each = Math.ceil(Number(step.worth) / step.people);
  expect(place(people(step.people, each, step.days))).toBe(1);
  // One friend with whom a million was traded, a year ago.
  expect(place(people(1, 1_000_000, 365))).toBe(0);
  expect(place(people(step.people - 1, 1_000_000, 365))).toBe(0);
  expect(place(people(step.people, 60, 365))).toBe(0);
  expect(place(people(step.people, each, step.days - 0.01))).toBe(0);
  // Small change with many people counts nobody.
  expect(place(people(1_000, Number(historyPersonWorth) - 0.01, 365))).toBe(0);
});

it('never falls by more history, and reaches each step in its order', () => {
  const person = fc.record({
    worth: fc.integer({ min: 1, max: 20_000 }).map(usdt),
    since: fc.integer({ min: 0, max: 180 }).map((days) => now - days * dayMs),
  });
  fc.assert(
    fc.property(fc.array(person, { maxLength: 60 }), person, (history, one) => {
      const before = place(history);
      expect(place([...history, one])).toBeGreaterThanOrEqual(before);
      const { people: count, worth, days } = p2pDayLimits[before] ?? p2pDayLimits[0];
      const counted = history.filter((each) => each.worth >= usdt(Number(historyPersonWorth)));
      expect(counted.length).toBeGreaterThanOrEqual(count);
      expect(counted.reduce((sum, each) => sum + each.worth, 0n) >= usdt(Number(worth))).toBe(true);
      if (days > 0) expect(now - Math.min(...counted.map(({ since }) => since))).toBeGreaterThanOrEqual(days * dayMs);
    }),
    { numRuns: allRuns(2_000) },
  );
});
