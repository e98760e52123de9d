import { expect, test } from 'vitest';
import { amountProblem, mostOf } from './amount-check.ts';

test('reports the first thing that is wrong with an amount', () => {
  const bounds = { available: '10', minimum: '2', maximum: '8' };
  const problems = ['', '0', '0.00', '10.00000001', '1.99', '8.1', '8', '2'].map((amount) =>
    amountProblem(amount, bounds),
  );
  expect(problems).toEqual([
    'missing',
    'missing',
    'missing',
    'above-available',
    'below-minimum',
    'above-maximum',
    null,
    null,
  ]);
  expect(amountProblem('99', { available: null })).toBeNull();
});

test('the most is what there is, up to what is allowed', () => {
  expect(mostOf({ available: '10', maximum: '8' })).toBe('8');
  expect(mostOf({ available: '0.12345678', maximum: '8' })).toBe('0.12345678');
  expect(mostOf({ available: '5' })).toBe('5');
  expect(mostOf({ available: null })).toBe('0');
});
