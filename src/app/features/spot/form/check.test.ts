import { describe, expect, it } from 'vitest';
import type { Pair } from '#protocol/market-data/entities/market.ts';
import { listedPair } from '#protocol/market-data/examples.ts';
import { type OrderDraft, orderProblems, priceStanding } from './check.ts';

const pair: Pair = {
  ...listedPair,
  tickSize: '0.5',
  lotSize: '0.001',
  amountDecimals: 3,
  minAmount: '0.002',
};

const draft = (change: Partial<OrderDraft>): OrderDraft => ({
  side: 'buy',
  type: 'limit',
  price: '1000',
  amount: '0.01',
  total: '',
  ...change,
});

const problemsOf = (change: Partial<OrderDraft>, available: string | null = '1000000') =>
  orderProblems(pair, draft(change), '1000', available);

describe('what keeps an order from being taken', () => {
  it.each([
    [{ price: '' }, 'price', 'missing', '1000'],
    [{ price: '1000.2' }, 'price', 'tick', '1000.0'],
    [{ price: '10000.5' }, 'price', 'priceHigh', '10000.0'],
    [{ price: '99.5' }, 'price', 'priceLow', '100.0'],
    [{ amount: '' }, 'amount', 'missing', '0.002'],
    [{ amount: '0.0105' }, 'amount', 'lot', '0.010'],
    [{ amount: '0.001' }, 'amount', 'amountLow', '0.002'],
    [{ amount: '31' }, 'amount', 'amountHigh', '30'],
    [{ amount: '0.004' }, 'amount', 'totalLow', '0.005'],
    [{ type: 'market', total: '4' }, 'total', 'totalLow', '5'],
    [{ type: 'market', total: '2000000' }, 'total', 'insufficient', '1000000'],
    [{ side: 'sell', type: 'market', amount: '' }, 'amount', 'missing', '0.002'],
  ] as const)('%o: %s %s, allowed %s', (change, field, kind, allowed) => {
    const wrong = problemsOf(change).find((problem) => problem.field === field);
    expect(wrong).toEqual({ field, kind, allowed });
  });

  it('names the most that is available', () => {
    expect(problemsOf({ amount: '2' }, '1500.75')).toEqual([
      { field: 'amount', kind: 'insufficient', allowed: '1.500' },
    ]);
    expect(problemsOf({ side: 'sell', amount: '2' }, '1.2345')).toEqual([
      { field: 'amount', kind: 'insufficient', allowed: '1.234' },
    ]);
  });

  it('takes what is exactly at each limit', () => {
    expect(problemsOf({ price: '10000' })).toEqual([]);
    expect(problemsOf({ price: '100', amount: '0.05' })).toEqual([]);
    expect(problemsOf({ amount: '1' }, '1000')).toEqual([]);
    expect(problemsOf({ type: 'market', total: '5' }, '5')).toEqual([]);
  });

  it('leaves to the exchange what it cannot know', () => {
    expect(problemsOf({ amount: '2' }, null)).toEqual([]);
    expect(orderProblems(pair, draft({ price: '900000' }), null, null)).toEqual([]);
  });
});

describe('how a price compares with the market', () => {
  it('crosses when it meets the best opposing price', () => {
    expect(priceStanding('buy', '1001', '1000', '1001').crosses).toBe(true);
    expect(priceStanding('buy', '1000.5', '1000', '1001').crosses).toBe(false);
    expect(priceStanding('sell', '999', '1000', '999').crosses).toBe(true);
    expect(priceStanding('sell', '1', '1000', null).crosses).toBe(false);
  });

  it('gives the distance, truncated to whole percent', () => {
    expect(priceStanding('buy', '949.5', '1000', null)).toMatchObject({ above: false, awayPercent: 5n });
    expect(priceStanding('buy', '1060', '1000', null)).toMatchObject({ above: true, awayPercent: 6n });
  });
});
