import { expect, test } from 'vitest';
import { amountDue, amountLacking } from './deposit-states.ts';

test('what is due is the whole deposit, what is missing of it, or nothing', () => {
  const of = (state: Parameters<typeof amountDue>[0]['state'], missing = '0') =>
    amountDue({ state, required: '500', missing });
  expect([of('not-paid', '500'), of('refunded', '500')]).toEqual(['500', '500']);
  expect([of('paid'), of('paid', '250')]).toEqual(['0', '250']);
  expect([of('processing', '0'), of('refund-review', '250')]).toEqual(['0', '0']);
});

test('what the wallet lacks is never negative', () => {
  expect(amountLacking('500', '437.5')).toBe('62.5');
  expect(amountLacking('500', '500')).toBe('0');
  expect(amountLacking('0', '0')).toBe('0');
});
