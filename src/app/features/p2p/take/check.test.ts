import { expect, test } from 'vitest';
import { isPriceAsked, mostOf, quickAmounts, takenFor, takeProblem, type TakeTerms } from './check.ts';

const terms: TakeTerms = {
  currency: 'CNY',
  price: '7.21',
  min: '500',
  max: '20000',
  available: '3480.25',
  coinPlaces: 2,
};

test('coins and money are cut at their steps, as the exchange cuts them', () => {
  expect(takenFor('1442', 'currency', terms)).toEqual({ coins: '200', money: '1442' });
  expect(takenFor('1000', 'currency', terms)).toEqual({ coins: '138.69', money: '1000' });
  expect(takenFor('138.69', 'coin', terms)).toEqual({ coins: '138.69', money: '999.95' });
  expect(takenFor('', 'coin', terms)).toEqual({ coins: '0', money: '0' });
  expect(takenFor('3', 'coin', { ...terms, currency: 'VND', price: '25410' })).toEqual({ coins: '3', money: '76230' });
});

test('an amount outside the limits names the limit', () => {
  const problem = (typed: string, of = terms, balance: string | null = null) =>
    takeProblem(takenFor(typed, 'currency', of), of, balance);
  expect(problem('')).toEqual({ kind: 'missing' });
  expect(problem('499.99')).toEqual({ kind: 'below', least: '500' });
  expect(problem('500')).toBeNull();
  expect(problem('20000')).toBeNull();
  expect(problem('20000.01')).toEqual({ kind: 'above', most: '20000' });
  expect(problem('1442', { ...terms, available: '84.2', max: '607.08' })).toEqual({ kind: 'left', coins: '84.2' });
  expect(problem('1442', terms, '199.99')).toEqual({ kind: 'balance', has: '199.99' });
  expect(problem('1442', terms, '200')).toBeNull();
});

test('the most is bound by the advert, what is left, and what the seller has; it can be ordered', () => {
  expect(mostOf('currency', terms, null)).toBe('20000');
  expect(mostOf('coin', terms, null)).toBe('2773.92');
  expect(mostOf('currency', terms, '10.5')).toBe('75.7');
  expect(mostOf('coin', terms, '10.509')).toBe('10.5');
  const few = { ...terms, available: '84.2', max: '607.08' };
  for (const unit of ['coin', 'currency'] as const) {
    expect(takeProblem(takenFor(mostOf(unit, few, null), unit, few), few, null)).toBeNull();
  }
});

test('only a price that moved against the taker, and noticeably, is asked about', () => {
  expect(isPriceAsked('buy', '7.21', '7.21')).toBe(false);
  expect(isPriceAsked('buy', '7.21', '7.19')).toBe(false);
  expect(isPriceAsked('buy', '7.21', '7.22')).toBe(false);
  expect(isPriceAsked('buy', '7.21', '7.23')).toBe(true);
  expect(isPriceAsked('sell', '7.21', '7.23')).toBe(false);
  expect(isPriceAsked('sell', '7.21', '7.19')).toBe(true);
});

test('amounts for one tap are round and within the limits', () => {
  expect(quickAmounts('500', '20000', 3)).toEqual(['500', '1000', '2000']);
  expect(quickAmounts('2000000', '85000000', 3)).toEqual(['2000000', '5000000', '10000000']);
  expect(quickAmounts('600', '900', 3)).toEqual([]);
});
