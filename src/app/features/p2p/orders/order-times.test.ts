import { expect, test } from 'vitest';
import { minuteMs } from '#protocol/core/durations.ts';
import { isOpen, isTimeOver, shareLeft } from './order-times.ts';

const payUntil = 15 * minuteMs;

test('only an unpaid order runs out', () => {
  expect(isTimeOver({ state: 'waiting-payment', payUntil }, payUntil - 1)).toBe(false);
  expect(isTimeOver({ state: 'waiting-payment', payUntil }, payUntil)).toBe(true);
  expect(isTimeOver({ state: 'paid', payUntil }, payUntil)).toBe(false);
});

test('a share stays between none and all', () => {
  expect(shareLeft(0, 10, 5)).toBe(0.5);
  expect(shareLeft(0, 10, 20)).toBe(0);
  expect(shareLeft(0, 10, -5)).toBe(1);
  expect(shareLeft(10, 10, 10)).toBe(0);
});

test('orders under appeal are open', () => {
  expect(isOpen({ state: 'appeal' })).toBe(true);
  expect(isOpen({ state: 'completed' })).toBe(false);
});
