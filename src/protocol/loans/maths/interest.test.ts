import { expect, test } from 'vitest';
import { hourMs } from '#protocol/core/durations.ts';
import { fullHours, hoursToCome, leastHours, noInterest, owedAfter, withInterest } from './interest.ts';

const rate = 10_000n;
const principal = 299_000_000_000n;

test('many hours at once and one after the other come to the same', () => {
  let one = noInterest;
  for (let hour = 0; hour < 720; hour += 1) one = withInterest(one, principal, rate, 1);
  expect(one).toEqual(withInterest(noInterest, principal, rate, 720));
  expect(owedAfter(principal, rate, 720)).toBe(principal + one.units);
});

test('hours are charged when they are full, but for the first, which falls due at the payout', () => {
  const start = 1_000;
  const dueAt = start + 168 * hourMs;
  const charged = (now: number) => leastHours + fullHours(start + leastHours * hourMs, Math.min(now, dueAt));
  for (const passed of [0, 1, hourMs - 1, hourMs, hourMs + 1, 90 * hourMs - 1, 90 * hourMs, 168 * hourMs - 1]) {
    const now = start + passed;
    // What was charged and what is still to come are the whole of it at any time.
    expect([passed, charged(now) + hoursToCome(start, dueAt, now)]).toEqual([passed, 168]);
  }
  expect([hoursToCome(start, dueAt, dueAt), hoursToCome(start, dueAt, dueAt + hourMs)]).toEqual([0, 0]);
  expect(hoursToCome(start, start + hourMs, start)).toBe(0);
});
