import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromUnits } from '#protocol/core/decimal.ts';
import {
  type HeldBalance,
  allocate,
  byCoin,
  changeSince,
  isSmall,
  shownValue,
  totalOf,
  valueBalances,
  walletTotal,
} from './valuation.ts';

const amountScale = 8;
const priceScale = 6;
const units = fc.bigInt({ min: 0n, max: 10n ** 20n });
const asset = fc.constantFrom('USDT', 'BTC', 'ETH', 'DOGE', 'SOL', 'XRP', 'ADA');

const holding = fc.record({
  wallet: fc.constantFrom('spot' as const, 'contract' as const),
  asset,
  available: units,
  frozen: units,
  locked: units,
});
const holdings = fc.uniqueArray(holding, { selector: (each) => `${each.wallet}/${each.asset}`, maxLength: 14 });
const prices = fc.dictionary(asset, fc.bigInt({ min: 1n, max: 10n ** 12n }));

function written(row: { readonly available: bigint; readonly frozen: bigint; readonly locked: bigint }) {
  return {
    available: fromUnits(row.available, amountScale),
    frozen: fromUnits(row.frozen, amountScale),
    locked: fromUnits(row.locked, amountScale),
  };
}

/** The value in units of 14 places, as whole numbers give it; 18 places hold it exactly. */
function plainValue(row: { asset: string; available: bigint; frozen: bigint; locked: bigint }, price: bigint | null) {
  const held = row.available + row.frozen + row.locked;
  if (row.asset === 'USDT') return held * 10n ** BigInt(priceScale);
  return held === 0n ? 0n : price === null ? null : held * price;
}

const exact = 10n ** BigInt(18 - amountScale - priceScale);

describe('valuation', () => {
  it('is what whole numbers give, for each coin and all together', () => {
    fc.assert(
      fc.property(holdings, prices, (rows, given) => {
        const priceUnits = (name: string) => given[name] ?? null;
        const priceOf = (name: string) => {
          const price = priceUnits(name);
          return price === null ? null : fromUnits(price, priceScale);
        };
        const balances: HeldBalance[] = rows.map((row) => ({ ...row, ...written(row) }));
        const valued = valueBalances(balances, priceOf);
        const plain = rows.map((row) => plainValue(row, priceUnits(row.asset)));
        expect(valued.map(({ value }) => value)).toEqual(plain.map((value) => (value === null ? null : value * exact)));
        const sum = plain.reduce<bigint>((total, value) => total + (value ?? 0n), 0n);
        expect(totalOf(valued)).toBe(sum * exact);
        expect(walletTotal(valued, 'spot') + walletTotal(valued, 'contract')).toBe(totalOf(valued));
        // Two places of fourteen, truncated.
        expect(shownValue(totalOf(valued))).toMatch(/^\d+\.\d\d$/);
        expect(BigInt(shownValue(totalOf(valued)).replace('.', ''))).toBe(sum / 10n ** 12n);
      }),
    );
  });

  it('gathers coins over wallets, the dearest first, without what is empty', () => {
    fc.assert(
      fc.property(holdings, prices, (rows, given) => {
        const priceOf = (name: string) => {
          const price = given[name];
          return price === undefined ? null : fromUnits(price, priceScale);
        };
        const coins = byCoin(
          valueBalances(
            rows.map((row) => ({ ...row, ...written(row) })),
            priceOf,
          ),
        );
        const held = new Map<string, bigint>();
        for (const row of rows) {
          held.set(row.asset, (held.get(row.asset) ?? 0n) + row.available + row.frozen + row.locked);
        }
        const wanted = [...held].filter(([, sum]) => sum > 0n).map(([name, sum]) => [name, fromUnits(sum, 8)] as const);
        expect(new Map(coins.map((coin) => [coin.asset, coin.held]))).toEqual(new Map(wanted));
        const values = coins.map(({ value }) => value ?? -1n);
        expect(values).toEqual(values.toSorted((a, b) => (a < b ? 1 : a > b ? -1 : 0)));
      }),
    );
  });

  it('allocates the whole: no more slices than wanted, shares that add up to all but what was cut', () => {
    const coin = fc.record({ asset: fc.string({ minLength: 1 }), held: fc.constant('1'), value: fc.option(units) });
    fc.assert(
      fc.property(fc.array(coin, { maxLength: 12 }), (coins) => {
        const slices = allocate(coins, 5);
        const worth = coins.filter(({ value }) => (value ?? 0n) > 0n);
        expect(slices).toHaveLength(Math.min(5, worth.length));
        if (worth.length === 0) return;
        const tenths = slices.reduce((sum, { percent }) => sum + BigInt(percent.replace('.', '')), 0n);
        expect(tenths).toBeLessThanOrEqual(1000n);
        expect(tenths).toBeGreaterThan(1000n - BigInt(slices.length));
        expect(slices.slice(0, -1).every(({ asset: name }) => name !== null)).toBe(true);
        expect(slices.at(-1)?.asset === null).toBe(worth.length > 5);
      }),
    );
  });

  it('takes the valuations of the answer while there are no prices', () => {
    const balance = { wallet: 'spot', asset: 'BTC', available: '1', frozen: '0.5', locked: '0' } as const;
    const [valued] = valueBalances([{ ...balance, valuation: '90000.12' }], null);
    expect(valued?.held).toBe('1.5');
    expect(shownValue(valued?.value ?? 0n)).toBe('90000.12');
    expect(valueBalances([{ ...balance, valuation: null }], null)[0]?.value).toBeNull();
  });

  it('shows the change since yesterday, truncated towards zero', () => {
    expect(changeSince('10412.08', '10000')).toEqual({ amount: '412.08', percent: '4.12' });
    expect(changeSince('9999.99', '10000.00')).toEqual({ amount: '-0.01', percent: '0.00' });
    expect(changeSince('5', '0.00')).toEqual({ amount: '5.00', percent: null });
    expect(changeSince('5', null)).toBeNull();
  });

  it('takes out what came in and went out', () => {
    expect(changeSince('16000.40', '15000.00', '1000.00')).toEqual({ amount: '0.40', percent: '0.00' });
    expect(changeSince('1100', '500', '500')).toEqual({ amount: '100.00', percent: '10.00' });
    expect(changeSince('450', '500', '-100')).toEqual({ amount: '50.00', percent: '10.00' });
    expect(changeSince('500.01', '0', '500')).toEqual({ amount: '0.01', percent: '0.00' });
    expect(changeSince('500', '400', null)).toBeNull();
  });

  it('calls small what is worth less than 1 USDT, and never what has no price', () => {
    const one = 10n ** 18n;
    expect([isSmall(one - 1n), isSmall(one), isSmall(0n), isSmall(null)]).toEqual([true, false, true, false]);
  });
});
