import { expect, test } from 'vitest';
import { costAt, distanceOf, rankOf, typedPrice } from './pricing.ts';

const floating = { side: 'sell', kind: 'floating', price: '', percent: '100.3', bound: '', currency: 'CNY' } as const;

test('a floating price follows the index, truncated', () => {
  expect(typedPrice(floating, '7.19')).toBe('7.21');
  expect(typedPrice({ ...floating, currency: 'USD' }, '0.999')).toBe('1.001');
  expect(typedPrice(floating, null)).toBeNull();
  expect(typedPrice({ ...floating, percent: '' }, '7.19')).toBeNull();
});

test('a floor holds a selling price up, a ceiling holds a buying price down', () => {
  expect(typedPrice({ ...floating, bound: '7.5' }, '7.19')).toBe('7.5');
  expect(typedPrice({ ...floating, bound: '7.15' }, '7.19')).toBe('7.21');
  expect(typedPrice({ ...floating, side: 'buy', bound: '7.15' }, '7.19')).toBe('7.15');
  expect(typedPrice({ ...floating, side: 'buy', bound: '7.5' }, '7.19')).toBe('7.21');
});

test('a fixed price needs no index', () => {
  expect(typedPrice({ ...floating, kind: 'fixed', price: '7.2' }, null)).toBe('7.2');
  expect(typedPrice({ ...floating, kind: 'fixed', price: '0' }, null)).toBeNull();
});

test('beyond 20 per cent is asked twice, beyond 50 refused', () => {
  expect(['8.4', '8.41', '5.6', '10.5', '10.51', '3.4'].map((price) => distanceOf(price, '7'))).toEqual([
    'near',
    'asks',
    'near',
    'asks',
    'refused',
    'refused',
  ]);
});

test('costs are truncated to the currency', () => {
  expect(costAt('3480.25', '7.21', 'CNY')).toBe('25092.6');
  expect(costAt('1', '25410.9', 'VND')).toBe('25410');
});

test('the rank counts better prices: lower ones of sellers, higher ones of buyers', () => {
  expect(rankOf('7.21', ['7.20', '7.21', '7.3'], 'sell')).toBe(2);
  expect(rankOf('7.21', ['7.20', '7.21', '7.3'], 'buy')).toBe(2);
  expect(rankOf('7', [], 'sell')).toBe(1);
});
