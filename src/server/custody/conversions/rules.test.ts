import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { toUnits } from '../../../protocol/maths/decimal.ts';
import { assets } from '../../core/assets.ts';
import { coinOf, coinPrices, conversionRange, conversionTerms, type CoinPrices } from './rules.ts';

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
  expect(terms).toEqual({ amount: 50_000_000n, gross: toUnits('30000', 8), fee: toUnits('30', 8), rate: '60000' });
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
        const { gross, fee } = terms;
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
