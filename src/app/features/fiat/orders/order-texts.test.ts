import { expect, test } from 'vitest';
import { groupedAccount, maskedAccount, typedAmount } from './order-texts.ts';

test('a copied amount is what a bank’s field takes', () => {
  expect(typedAmount({ amount: '143.8', currency: 'CNY' })).toBe('143.80');
  expect(typedAmount({ amount: '5082000', currency: 'VND' })).toBe('5082000');
});

test('card numbers are read in groups, other accounts as they are', () => {
  expect(groupedAccount('4539578763621486')).toBe('4539 5787 6362 1486');
  expect(groupedAccount('13900874415')).toBe('13900874415');
  expect(groupedAccount('mei@example.com')).toBe('mei@example.com');
});

test('an own account shows its ends', () => {
  expect(maskedAccount('13800006620')).toBe('138 •••• 6620');
  expect(maskedAccount('mei@ex')).toBe('mei@ex');
});
