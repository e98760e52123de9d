import { expect, test } from 'vitest';
import { dayMs } from '#protocol/core/durations.ts';
import { meetsConditions, unmetCondition } from './conditions.ts';

const now = 100 * dayMs;
const verified = (daysAgo: number, finished = 0) => ({ verifiedAt: now - daysAgo * dayMs, finished });

test('an advert is open to takers who are verified for long enough and finished as many orders', () => {
  expect(meetsConditions({ verifiedDays: 0, finishedOrders: 0 }, verified(0), now)).toBe(true);
  expect(meetsConditions({ verifiedDays: 7, finishedOrders: 0 }, verified(7), now)).toBe(true);
  expect(meetsConditions({ verifiedDays: 7, finishedOrders: 0 }, verified(6), now)).toBe(false);
  expect(meetsConditions({ verifiedDays: 0, finishedOrders: 3 }, verified(30, 2), now)).toBe(false);
  expect(meetsConditions({ verifiedDays: 30, finishedOrders: 3 }, verified(30, 3), now)).toBe(true);
});

test('nobody takes an advert unverified', () => {
  expect(meetsConditions({ verifiedDays: 0, finishedOrders: 0 }, { verifiedAt: null, finished: 9 }, now)).toBe(false);
});

test('the condition that is not met is named with what it asks, the age of the verification first', () => {
  const conditions = { verifiedDays: 30, finishedOrders: 3 };
  expect(unmetCondition(conditions, verified(30, 3), now)).toBeNull();
  expect(unmetCondition(conditions, verified(29), now)).toEqual({ why: 'verified-days', verifiedDays: 30 });
  expect(unmetCondition(conditions, verified(30), now)).toEqual({ why: 'finished-orders', finishedOrders: 3 });
  expect(unmetCondition(conditions, { verifiedAt: null, finished: 9 }, now)).toEqual({ why: 'not-verified' });
});
