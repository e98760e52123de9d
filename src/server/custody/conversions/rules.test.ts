import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { toUnits } from '#protocol/core/decimal.ts';
import { assets } from '#server/core/assets.ts';
import { dayMs } from '#protocol/core/durations.ts';
import {
  coinOf,
  coinPrices,
  conversionRange,
  conversionTerms,
  endOfSmallDay,
  smallDay,
  smallTerms,
  type CoinPrices,
} from './rules.ts';

const coin = (id: string) => {
  const found = coinOf(id);
  if (found === null) throw new Error(`no coin ${id}`);
  return found;
};
const at = (last: string, index = last): CoinPrices => {
  const prices = coinPrices(last, index);
  if (prices === null) throw new Error('no prices');
  return prices;
};
const usdt = at('1');

test('takes the fee from the amount received and shows the rate without it', () => {
  const terms = conversionTerms(coin('BTC'), coin('USDT'), toUnits('0.5', 8), at('60000'), usdt);
  expect(terms).toMatchObject({
    amount: 50_000_000n,
    gross: toUnits('30000', 8),
    fee: toUnits('30', 8),
    rate: '60000',
  });
  const back = conversionTerms(coin('USDT'), coin('BTC'), toUnits('100', 8), usdt, at('60000'));
  expect(back).toMatchObject({ gross: 166_666n, fee: 167n, rate: '0.000016666666' });
});

test('buys at the lower and sells at the higher of last price and index', () => {
  const prices = at('60600', '60000');
  expect(conversionTerms(coin('BTC'), coin('USDT'), 100_000_000n, prices, usdt)?.rate).toBe('60000');
  expect(conversionTerms(coin('USDT'), coin('BTC'), 6_060_000_000_000n, usdt, prices)?.gross).toBe(100_000_000n);
});

test('has no prices while the last one deviates from the index, or one of them is missing', () => {
  expect(coinPrices('61201', '60000')).toBeNull();
  expect(coinPrices('58799', '60000')).toBeNull();
  expect(coinPrices('61200', '60000')).not.toBeNull();
  expect(coinPrices(null, '60000')).toBeNull();
  expect(coinPrices('60000', null)).toBeNull();
});

test('accepts between 1 and 50,000 USDT worth, at display precision', () => {
  expect(conversionRange(coin('BTC'), at('60000'))).toEqual({ least: 1_667n, most: 83_333_333n });
  expect(conversionRange(coin('USDT'), usdt)).toEqual({ least: 100_000_000n, most: 5_000_000_000_000n });
  expect(conversionRange(coin('PEPE'), at('0.00001'))).toEqual({ least: 10_000_000n, most: 500_000_000_000n });
});

test('never pays more than the rate, for any coins and amounts', () => {
  const anyCoin = fc.constantFrom(...assets.values());
  const price = fc.bigInt({ min: 10n ** 9n, max: 10n ** 24n });
  fc.assert(
    fc.property(
      anyCoin,
      anyCoin,
      fc.bigInt({ min: 1n, max: 2n ** 62n }),
      price,
      price,
      (from, to, amount, sold, bought) => {
        const terms = conversionTerms(from, to, amount, { last: sold, index: sold }, { last: bought, index: bought });
        if (terms === null) return;
        const { gross, fee, givenPrice, gotPrice, rest } = terms;
        expect(amount * givenPrice).toBe(gross * gotPrice + rest);
        expect(rest >= 0n && rest < gotPrice).toBe(true);
        expect(fee).toBeGreaterThan(0n);
        expect(gross).toBeGreaterThan(fee);
        // gross / to <= amount * sold / (from * bought): never above the exact result, and less than a unit below it.
        const exact = amount * sold * 10n ** BigInt(to.scale);
        const per = bought * 10n ** BigInt(from.scale);
        expect(gross * per <= exact && (gross + 1n) * per > exact).toBe(true);
        expect(fee * 1000n).toBeGreaterThanOrEqual(gross);
      },
    ),
  );
});

test('a balance is small below the least value or the least quantity of an order', () => {
  const small = (amount: string, least: { amount: string; value: string }) =>
    smallTerms(coin('BTC'), coin('USDT'), toUnits(amount, 8), { from: at('60000'), into: usdt }, least) !== null;
  const least = { amount: '0.00001', value: '5' };
  expect(small('0.00008333', least)).toBe(true);
  expect(small('0.00008334', least)).toBe(false);
  expect(small('0.00008334', { ...least, amount: '0.0001' })).toBe(true);
  expect(small('0.0001', { ...least, amount: '0.0001' })).toBe(false);
  expect(small('0', least)).toBe(false);
});

test('its worth is taken at the price it is converted at, the lower of last price and index', () => {
  const least = { amount: '0.00001', value: '5' };
  const amount = toUnits('0.0000834', 8);
  const terms = (last: string) =>
    smallTerms(coin('BTC'), coin('USDT'), amount, { from: at(last, '60000'), into: usdt }, least);
  expect(terms('60600')).toBeNull();
  expect(terms('59400')).toMatchObject({ gross: toUnits('4.95396', 8) });
});

test('for any balance: small terms are those of any conversion, and only of what no order could sell', () => {
  const price = fc.bigInt({ min: 10n ** 9n, max: 10n ** 24n });
  const value = fc.integer({ min: 0, max: 1_000 });
  fc.assert(
    fc.property(
      fc.constantFrom(...assets.values()),
      fc.bigInt({ min: 1n, max: 10n ** 12n }),
      price,
      value,
      value,
      (from, amount, sold, leastAmount, leastValue) => {
        const into = coin('USDT');
        const prices = { last: sold, index: sold };
        const least = { amount: String(leastAmount), value: String(leastValue) };
        const terms = smallTerms(from, into, amount, { from: prices, into: usdt }, least);
        const any = conversionTerms(from, into, amount, prices, usdt);
        const sells =
          amount >= BigInt(leastAmount) * 10n ** BigInt(from.scale) &&
          (any?.gross ?? 0n) >= BigInt(leastValue) * 10n ** BigInt(into.scale);
        expect(terms).toEqual(sells ? null : any);
      },
    ),
  );
});

test('the day of small balances is a day of UTC', () => {
  const midnight = Date.UTC(2026, 2, 1);
  expect(smallDay(midnight)).toBe(smallDay(midnight - 1) + 1);
  expect(smallDay(midnight + dayMs - 1)).toBe(smallDay(midnight));
  expect(endOfSmallDay(smallDay(midnight))).toBe(midnight + dayMs);
});
