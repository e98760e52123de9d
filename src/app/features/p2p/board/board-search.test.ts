import { expect, test } from 'vitest';
import { filterOf, guessedCurrency, isNarrowed, readBoardSearch } from './board-search.ts';

test('the address says what the list shows, and nothing it cannot mean', () => {
  const search = { side: 'sell', asset: 'BTC', currency: 'VND', amount: '2000000', method: 'bank', merchant: '12' };
  expect(readBoardSearch({ ...search, online: 'true', qualified: 'true' })).toEqual({
    ...search,
    online: 'true',
    qualified: 'true',
  });
  expect(
    readBoardSearch({
      side: 'x',
      asset: 'DOGE',
      currency: 'XAU',
      amount: '-3',
      method: 'cash',
      merchant: 'a',
      online: '1',
    }),
  ).toEqual({});
  expect(readBoardSearch({ amount: '0.00' })).toEqual({});
});

test('a list buys USDT in the remembered currency unless the address says otherwise', () => {
  expect(filterOf({}, 'CNY')).toEqual({ side: 'buy', asset: 'USDT', currency: 'CNY' });
  expect(filterOf({ side: 'sell', currency: 'VND', amount: '1000.5' }, 'CNY')).toEqual({
    side: 'sell',
    asset: 'USDT',
    currency: 'VND',
  });
  expect(isNarrowed({ side: 'sell', currency: 'VND' })).toBe(false);
  expect(isNarrowed({ online: 'true' })).toBe(true);
});

test('the first currency is that of the country, or of the language', () => {
  expect(guessedCurrency(['en-HK', 'en'], 'en')).toBe('HKD');
  expect(guessedCurrency(['de-DE'], 'en')).toBe('EUR');
  expect(guessedCurrency(['zh-Hans-CN'], 'en')).toBe('CNY');
  expect(guessedCurrency(['en-US'], 'yn')).toBe('VND');
  expect(guessedCurrency(['en-US'], 'en')).toBe('USD');
  expect(guessedCurrency(['en'], 'ty')).toBe('THB');
  expect(guessedCurrency(['en-SG'], 'hy')).toBe('KRW');
});
