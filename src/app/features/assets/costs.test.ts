import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromUnits, toUnits } from '#protocol/core/decimal.ts';
import { profitOf, unrealisedOf } from './costs.ts';

const coin = (held: string, value: string | null) => ({
  asset: 'BTC',
  held,
  value: value === null ? null : toUnits(value, 18),
});

describe('profit', () => {
  it('is the value less the cost, and its share of the cost', () => {
    expect(profitOf(coin('0.42', '28342.65'), { asset: 'BTC', amount: '0.42', cost: '25706.02' })).toEqual({
      average: '61204.809523809523809523',
      cost: '25706.02',
      profit: '2636.63',
      percent: '10.25',
    });
    expect(profitOf(coin('1', '90'), { asset: 'BTC', amount: '1', cost: '100' })).toMatchObject({
      profit: '-10.00',
      percent: '-10.00',
    });
  });

  it('is not known without the cost, and not without a price', () => {
    expect(profitOf(coin('1', '90'), { asset: 'BTC', amount: '1', cost: null })).toBeNull();
    expect(profitOf(coin('1', null), { asset: 'BTC', amount: '1', cost: '100' })).toMatchObject({
      cost: '100.00',
      profit: null,
      percent: null,
    });
  });

  it('counts what is not in the cost yet at the average', () => {
    expect(profitOf(coin('2', '300'), { asset: 'BTC', amount: '1', cost: '100' })).toMatchObject({
      cost: '200.00',
      profit: '100.00',
      percent: '50.00',
    });
  });

  it('has no percentage of coins that cost nothing', () => {
    expect(profitOf(coin('2', '300'), { asset: 'BTC', amount: '2', cost: '0' })).toMatchObject({
      profit: '300.00',
      percent: null,
    });
  });

  it('is exact for whole amounts, however large', () => {
    const units = fc.bigInt({ min: 1n, max: 10n ** 16n });
    fc.assert(
      fc.property(units, units, units, (held, value, cost) => {
        const of = { asset: 'BTC', held: fromUnits(held, 8), value: value * 10n ** 10n };
        const found = profitOf(of, { asset: 'BTC', amount: fromUnits(held, 8), cost: fromUnits(cost, 8) });
        expect(toUnits(found?.profit ?? '0', 2)).toBe((value - cost) / 10n ** 6n);
      }),
    );
  });
});

describe('all coins', () => {
  it('adds what is known', () => {
    const known = { average: '1', cost: '1.00', percent: '1.00' };
    const costs = {
      of: ({ asset }: { asset: string }) =>
        asset === 'A' ? ({ ...known, profit: '1.50' } as const) : ('unknown' as const),
    };
    const held = (asset: string) => ({ asset, held: '1', value: 0n });
    expect(unrealisedOf([held('A'), held('B')], costs)).toBe('1.50');
    expect(unrealisedOf([held('B')], costs)).toBeNull();
  });
});
