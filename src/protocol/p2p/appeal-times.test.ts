import { expect, test } from 'vitest';
import { minuteMs } from '../core/durations.ts';
import { practiceReleaseWindowMs } from './currencies.ts';
import { buyerAppealsFrom } from './appeal-times.ts';

const payUntil = 15 * minuteMs;

test('the buyer appeals when the payment time is over, and five minutes after paying at the earliest', () => {
  expect(buyerAppealsFrom({ payUntil, paidAt: minuteMs })).toBe(payUntil);
  expect(buyerAppealsFrom({ payUntil, paidAt: 14 * minuteMs })).toBe(19 * minuteMs);
});

test('with a merchant of practice mode the buyer appeals soon after paying', () => {
  expect(buyerAppealsFrom({ payUntil, paidAt: minuteMs, practice: true })).toBe(minuteMs + practiceReleaseWindowMs);
});
