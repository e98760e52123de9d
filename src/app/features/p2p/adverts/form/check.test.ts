import { expect, test } from 'vitest';
import { type AdvertDraft, checkDraft } from './check.ts';

const draft: AdvertDraft = {
  side: 'sell',
  kind: 'fixed',
  price: '7.21',
  percent: '100',
  bound: '',
  currency: 'CNY',
  asset: 'USDT',
  amount: '3480.25',
  min: '500',
  max: '20000',
  methods: ['1'],
};
const bounds = { index: '7.19', available: '3480.25', places: 2 };
const problemsOf = (given: Partial<AdvertDraft>) => checkDraft({ ...draft, ...given }, bounds).problems;

test('terms that are right have no problems', () => {
  expect(checkDraft(draft, bounds)).toEqual({ price: '7.21', distance: 'near', problems: {} });
});

test('what is empty is missing', () => {
  const nothing = { price: '', amount: '', min: '', max: '', methods: [] };
  expect(problemsOf(nothing)).toEqual({
    price: 'missing',
    amount: 'missing',
    min: 'missing',
    max: 'missing',
    methods: 'missing',
  });
});

test('a seller offers no more than is held; a buyer may', () => {
  expect(problemsOf({ amount: '3480.26' })).toEqual({ amount: 'above-available' });
  expect(problemsOf({ amount: '3480.26', side: 'buy' })).toEqual({});
});

test('limits fit each other and what the coins cost', () => {
  expect(problemsOf({ max: '499' })).toEqual({ max: 'below-min' });
  expect(problemsOf({ min: '25092.61', max: '30000' })).toEqual({ min: 'above-cost' });
});

test('prices far from the index are refused, and those finer than the currency', () => {
  expect(problemsOf({ price: '10.9' })).toEqual({ price: 'too-far' });
  expect(problemsOf({ price: '7.211' })).toEqual({ price: 'too-fine' });
  expect(checkDraft({ ...draft, price: '9' }, bounds).distance).toBe('asks');
});
