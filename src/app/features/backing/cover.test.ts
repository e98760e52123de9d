import { describe, expect, test } from 'vitest';
import { coverFrom, coverOf } from './cover.ts';
import { weakest } from './weakest.ts';

const fixedTerms = { product: 'fixed-terms', asset: 'USDT', held: '105000', promised: '93606', lent: '0' } as const;
const mining = { product: 'mining', asset: 'BTC', held: '4', promised: '4', lent: '0' } as const;
const idle = { product: 'rewards', asset: 'USDT', held: '10', promised: '0', lent: '0' } as const;

describe('cover', () => {
  test('is cut, never rounded up to a whole', () => {
    expect(coverFrom('99.99999', '100').share).toBe('0.999');
    expect(coverFrom('105000', '93606')).toEqual({ held: '105000', promised: '93606', free: '11394', share: '1.121' });
  });

  test('of a short account leaves nothing free', () => {
    expect(coverFrom('1', '2')).toMatchObject({ free: '0', share: '0.5' });
  });

  test('of an account that does not exist is nothing', () => {
    expect(coverOf([fixedTerms], 'loans', 'USDT')).toEqual({ held: '0', promised: '0', free: '0', share: null });
  });
});

describe('the weakest account', () => {
  test('is the one with the lowest cover among those that promised', () => {
    expect(weakest([fixedTerms, idle, mining])).toMatchObject({ product: 'mining', share: '1' });
    expect(weakest([idle])).toBeNull();
  });
});
