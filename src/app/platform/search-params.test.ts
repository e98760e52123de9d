import { expect, test } from 'vitest';
import { assetText, idSearch, idText, searchParams, toSearch } from './search-params.ts';

const read = searchParams<{ side?: 'buy' | 'sell'; asset?: string; id?: string }>({
  side: ['buy', 'sell'],
  asset: assetText,
  id: idText,
});

test('keeps what the table accepts', () => {
  expect(read({ side: 'sell', asset: 'USDT', id: '42' })).toEqual({ side: 'sell', asset: 'USDT', id: '42' });
});

test('leaves out what it does not accept, and what it does not name', () => {
  expect(read({ side: 'hold', asset: '<b>', id: '4x', page: '2' })).toEqual({});
  expect(read({ side: ['buy'], asset: null, id: 42 })).toEqual({});
  expect(read({ constructor: 'x', toString: 'y' })).toEqual({});
});

test('nothing that it does not accept comes back when the router puts it over the address', () => {
  const address = { side: 'hold', asset: 'USDT', id: '4x' };
  expect({ ...address, ...read(address) }).toEqual({ side: undefined, asset: 'USDT', id: undefined });
});

test('an address names one thing by its number, or a page to go on to', () => {
  expect(idSearch({ id: '42', to: '/pages/otc/otc' })).toEqual({ id: '42' });
  expect(idSearch({ id: '4x' })).toEqual({});
  expect(toSearch({ id: '42', to: '/pages/otc/otc' })).toEqual({ to: '/pages/otc/otc' });
  expect(toSearch({ to: '' })).toEqual({});
});
