import { describe, expect, it } from 'vitest';
import type { ListingFields } from './draft.ts';
import { bareAddress, firstWrong, problemOf, reached } from './steps.ts';
import { supplyShares } from './supply.ts';

const whole: ListingFields = {
  name: 'Avocet',
  englishName: 'Avocet',
  symbol: 'AVO',
  region: 'Europe',
  issuance: '10000000',
  circulation: '2400000',
  holdings: '6000000',
  contract: '0x4b1e9c07d2a86f13b5e40c9d7a21f8e653c7a2e9',
  exchanges: '',
  site: 'avocet.example',
  explorer: 'explorer.example/avo',
  whitepaper: 'avocet.example/paper.pdf',
};
const isListed = (symbol: string) => symbol === 'BTC';
const problem = (field: keyof ListingFields, text: string) => problemOf(field, { ...whole, [field]: text }, isListed);

describe('the steps of an application', () => {
  it('take what the exchange takes', () => {
    expect(firstWrong(1, whole, isListed) ?? firstWrong(2, whole, isListed) ?? firstWrong(3, whole, isListed)).toBe(
      null,
    );
    expect([problem('symbol', 'BTC'), problem('symbol', 'a'), problem('name', ' ')]).toEqual([
      'listed',
      'form',
      'missing',
    ]);
    expect([problem('contract', '0x12'), problem('site', 'avocet'), problem('englishName', 'Ävocet')]).toEqual(
      Array.from({ length: 3 }, () => 'form'),
    );
    expect([problem('issuance', '0'), problem('circulation', '0'), problem('exchanges', '')]).toEqual([
      'form',
      null,
      null,
    ]);
  });

  it('say of a supply that is too much which field makes it so', () => {
    expect([problem('circulation', '4000000'), problem('holdings', '7600001')]).toEqual([null, 'too-much']);
    expect(problem('circulation', '10000001')).toBe('too-much');
  });

  it('lead to the first one that is not filled in', () => {
    expect(reached(5, whole, isListed)).toBe(5);
    expect(reached(5, { ...whole, contract: '' }, isListed)).toBe(2);
    expect(reached(1, { ...whole, contract: '' }, isListed)).toBe(1);
  });

  it('read an address without what a browser puts before it', () => {
    expect(bareAddress(' HTTPS://avocet.example/a ')).toBe('avocet.example/a');
  });
});

describe('the shares of a supply', () => {
  it('add up to all coins, truncated to a tenth of a percent', () => {
    expect(supplyShares(whole)).toEqual({ circulation: 24, holdings: 60, unissued: 16 });
    expect(supplyShares({ issuance: '3', circulation: '1', holdings: '1' })).toEqual({
      circulation: 33.3,
      holdings: 33.3,
      unissued: 33.4,
    });
  });

  it('are not there while the supply is not whole', () => {
    expect(supplyShares({ issuance: '', circulation: '', holdings: '' })).toBe(null);
    expect(supplyShares({ issuance: '10', circulation: '6', holdings: '5' })).toBe(null);
    expect(supplyShares({ issuance: '10', circulation: '', holdings: '' })).toMatchObject({ unissued: 100 });
  });
});
