import { expect, it } from 'vitest';
import { freeCancelsPerDay } from '#protocol/p2p/currencies.ts';
import { excuseOf, isAsked, isBeyondFree, isDayOver, isLastFree } from './rules.ts';

const plain = { hasCase: false, wasMarkedPaid: false, wasUnanswered: false };

it('excuses an order with a case, and an unpaid one whose seller did not answer', () => {
  expect(excuseOf(plain)).toBeNull();
  expect(excuseOf({ ...plain, wasMarkedPaid: true })).toBeNull();
  expect(excuseOf({ ...plain, wasUnanswered: true })).toBe('unanswered');
  // Whoever said to have paid and then cancels is not excused by silence.
  expect(excuseOf({ ...plain, wasMarkedPaid: true, wasUnanswered: true })).toBeNull();
  for (const wasMarkedPaid of [false, true]) {
    for (const wasUnanswered of [false, true]) {
      expect(excuseOf({ hasCase: true, wasMarkedPaid, wasUnanswered })).toBe('case');
    }
  }
});

it('asks after the free ones, and ends the day with the next', () => {
  const counts = Array.from({ length: freeCancelsPerDay + 3 }, (_, count) => count);
  expect(counts.filter(isAsked)).toEqual([freeCancelsPerDay]);
  expect(counts.filter(isDayOver)).toEqual(counts.filter((count) => count > freeCancelsPerDay));
  expect(counts.filter(isBeyondFree)).toEqual(counts.filter(isDayOver));
  expect(counts.filter(isLastFree)).toEqual(counts.filter((count) => count >= freeCancelsPerDay));
});
