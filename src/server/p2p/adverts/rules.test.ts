import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { allRuns } from '../../../../tests/depth.ts';
import { p2pCoins, fiatCurrencyCodes } from '#protocol/p2p/currencies.ts';
import { checkAdvert, coinsFor, costOf, marketScale, percentFromIndex, priceNow } from './rules.ts';

const input = {
  asset: 'USDT',
  currency: 'CNY',
  pricing: { kind: 'fixed', price: '7.20' },
  confirmed: false,
  amount: '1000',
  min: '100',
  max: '5000',
  paymentMinutes: 15,
  terms: '',
  verifiedDays: 0,
  finishedOrders: 0,
} as const;
const index = 712n;

function checked(change: object, at: bigint | null = index): unknown {
  try {
    return checkAdvert('sell', { ...input, ...change }, at);
  } catch (error) {
    const { codeName, data } = error as { codeName: string; data: { why?: string; field?: string } | null };
    return [codeName, data?.why ?? data?.field].filter((one) => one !== undefined).join(' ');
  }
}

it('follows the index, and stops at a floor or a ceiling', () => {
  const floating = { price: null, ppm: 1_010_000n, bound: null } as const;
  expect(priceNow({ side: 'sell', ...floating }, 1000n)).toBe(1010n);
  expect(priceNow({ side: 'sell', ...floating, bound: 1020n }, 1000n)).toBe(1020n);
  expect(priceNow({ side: 'buy', ...floating, bound: 1005n }, 1000n)).toBe(1005n);
  expect(priceNow({ side: 'buy', ...floating, bound: 1020n }, 1000n)).toBe(1010n);
  expect(priceNow({ side: 'sell', ...floating }, null)).toBeNull();
  expect(priceNow({ side: 'sell', price: 5n, ppm: null, bound: null }, null)).toBe(5n);
});

it('never sells more for an amount of money than the money pays for', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...p2pCoins),
      fc.constantFrom(...fiatCurrencyCodes),
      fc.bigInt({ min: 1n, max: 10n ** 12n }),
      fc.bigInt({ min: 1n, max: 10n ** 12n }),
      (coin, currency, money, price) => {
        const scale = marketScale(coin, currency);
        const units = coinsFor(money, price, scale);
        expect(units % scale.step).toBe(0n);
        expect(costOf(units, price, scale)).toBeLessThanOrEqual(money);
        // One step more would cost more than was given.
        expect((units + scale.step) * price * 10n ** BigInt(scale.money)).toBeGreaterThan(
          money * 10n ** BigInt(scale.coin + scale.price),
        );
      },
    ),
    { numRuns: allRuns(2_000) },
  );
});

it('takes terms that are right, and says what is wrong with others', () => {
  expect(checked({})).toMatchObject({ price: 720n, units: 100_000_000_000n, min: 10_000n, max: 500_000n });
  expect(checked({ pricing: { kind: 'fixed', price: '7.201' } })).toBe('delegationPriceInvalid');
  expect(checked({}, null)).toBe('delegationPriceInvalid no-index');
  expect(checked({ pricing: { kind: 'floating', percent: '101', bound: null } }, null)).toBe('delegationPriceInvalid');
  expect(checked({ pricing: { kind: 'fixed', price: '9.00' } })).toBe('delegationPriceBeyondMarket confirm');
  expect(checked({ pricing: { kind: 'fixed', price: '9.00' }, confirmed: true })).toMatchObject({ price: 900n });
  expect(checked({ pricing: { kind: 'fixed', price: '10.69' }, confirmed: true })).toBe(
    'delegationPriceBeyondMarket refused',
  );
  expect(checked({ pricing: { kind: 'fixed', price: '3.55' }, confirmed: true })).toBe(
    'delegationPriceBeyondMarket refused',
  );
  expect(checked({ amount: '1.001' })).toBe('quantityOutOfRange amount');
  expect(checked({ min: '0.001' })).toBe('quantityOutOfRange min');
  expect(checked({ min: '6000' })).toBe('quantityOutOfRange max');
  expect(checked({ min: '7201', max: '9000' })).toBe('quantityOutOfRange min');
  expect(checked({ currency: 'JPY', pricing: { kind: 'fixed', price: '150' }, min: '100.5' }, 15_000n)).toBe(
    'quantityOutOfRange min',
  );
});

it('says how far a price is from the index', () => {
  expect(percentFromIndex(900n, 1000n)).toBe(10);
  expect(percentFromIndex(1500n, 1000n)).toBe(50);
  expect(percentFromIndex(1n, null)).toBeNull();
});
