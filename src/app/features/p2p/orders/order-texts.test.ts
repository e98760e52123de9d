import { expect, test } from 'vitest';
import { maskedAccount, typedAmount } from './order-texts.ts';

test('a copied amount is what a bank’s field takes', () => {
  expect(typedAmount({ amount: '143.8', currency: 'CNY' })).toBe('143.80');
  expect(typedAmount({ amount: '5082000', currency: 'VND' })).toBe('5082000');
});

test('an own account shows its ends', () => {
  expect(maskedAccount('13800006620')).toBe('138 •••• 6620');
  expect(maskedAccount('mei@ex')).toBe('mei@ex');
});
