import { expect, test } from 'vitest';
import { formatCoins, formatFiat, formatFiatPrice, formatLimits } from './fiat-money.ts';

test('amounts and prices have the symbol and the decimals of their currency', () => {
  expect(formatFiat('1442', 'CNY')).toBe('¥1,442.00');
  expect(formatFiat('2000000', 'VND')).toBe('₫2,000,000');
  expect(formatFiatPrice('1.01', 'EUR')).toBe('€1.010');
  expect(formatFiatPrice('150.5', 'JPY')).toBe('¥150.50');
  expect(formatLimits('500', '8000.5', 'HKD')).toBe('HK$500.00 – 8,000.50');
});

test('quantities keep two places, and all that are there', () => {
  expect(formatCoins('200', 'USDT')).toBe('200.00 USDT');
  expect(formatCoins('0.00123400', 'BTC')).toBe('0.001234 BTC');
});
