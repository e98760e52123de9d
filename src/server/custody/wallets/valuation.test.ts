import { expect, test } from 'vitest';
import { shownValue, valueOf } from './valuation.ts';

const priceOf = (asset: string) => ({ BTC: '61234.5', PEPE: '0.00000891' })[asset] ?? null;

test('a value is exact until displayed, then truncated to two places', () => {
  expect(shownValue(valueOf(12_345_678n, 'BTC', priceOf) ?? -1n)).toBe('7559.81');
  expect(shownValue(valueOf(199n, 'USDT', priceOf) ?? -1n)).toBe('0.00');
  expect(shownValue(valueOf(1_999_999n, 'USDT', priceOf) ?? -1n)).toBe('0.01');
});

test('many small values do not lose their fractions', () => {
  const one = valueOf(55_555n, 'PEPE', priceOf) ?? 0n;
  expect(shownValue(one)).toBe('0.00');
  expect(shownValue(one * 1_000n)).toBe('4.94');
});

test('a coin without a price has no value, unless there is none of it', () => {
  expect(valueOf(1n, 'SOL', priceOf)).toBeNull();
  expect(valueOf(0n, 'SOL', priceOf)).toBe(0n);
});
