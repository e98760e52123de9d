import { expect, test } from 'vitest';
import type { OwnAdvert } from '#protocol/p2p/entities/trade.ts';
import type { CollectionMethod } from '#protocol/p2p/entities/collection-methods.ts';
import { payableMethods, withPayable } from './form-methods.ts';
import { changed, formOf } from './form-state.ts';

const advert: OwnAdvert = {
  id: '7',
  side: 'sell',
  asset: 'USDT',
  currency: 'CNY',
  price: '7.21',
  available: '100',
  min: '500',
  max: '20000',
  methods: ['alipay'],
  paymentMinutes: 30,
  paused: false,
  terms: 'Names match',
  verifiedDays: 30,
  finishedOrders: 5,
  state: 'listed',
  percent: '100.3',
  bound: '7.15',
  amount: '200',
  methodIds: ['3'],
  createdAt: 0,
  updatedAt: 0,
};

test('old terms fill the form: accounts of a seller, kinds of a buyer', () => {
  expect(formOf(advert)).toMatchObject({
    kind: 'floating',
    percent: '100.3',
    price: '',
    amount: '200',
    methods: ['3'],
  });
  const buying = formOf({ ...advert, side: 'buy', percent: null, bound: null });
  expect(buying).toMatchObject({ kind: 'fixed', price: '7.21', bound: '', methods: ['alipay'] });
});

test('another market or side forgets what means nothing there', () => {
  const form = formOf(advert);
  expect(changed(form, { currency: 'VND' })).toMatchObject({ bound: '', min: '', max: '', amount: '200' });
  expect(changed(form, { asset: 'BTC' })).toMatchObject({ bound: '', amount: '', min: '500' });
  expect(changed(form, { side: 'buy' })).toMatchObject({ bound: '', methods: [], min: '500' });
  expect(changed(form, { min: '600' })).toMatchObject({ bound: '7.15', min: '600' });
});

test('a seller offers the accounts alone that the currency can be paid to', () => {
  const account = (id: string, method: CollectionMethod['method'], region: string | null): CollectionMethod => ({
    id,
    method,
    region,
    holder: 'Mei Lin',
    account: '••••1486',
    bank: null,
    branch: null,
    bankCode: null,
    branchCode: null,
    kind: null,
    qr: null,
    createdAt: 0,
  });
  const own = [
    account('1', 'bank', 'CN'),
    account('2', 'bank', 'TH'),
    account('3', 'alipay', null),
    account('4', 'bank', null),
  ];
  const chosen = { ...formOf(advert), methods: ['1', '2', '3', '4', '9'] };
  const offered = (currency: 'CNY' | 'THB' | 'EUR') => {
    const payable = payableMethods(own, { currency });
    return withPayable({ ...chosen, currency }, payable).methods;
  };
  expect(offered('CNY')).toEqual(['1', '3', '4']);
  expect(offered('THB')).toEqual(['2', '3', '4']);
  expect(offered('EUR')).toEqual(['3', '4']);
  // A buyer’s methods are kinds of payment.
  const kinds = { ...chosen, side: 'buy', methods: ['bank'] } as const;
  expect(withPayable(kinds, []).methods).toEqual(['bank']);
});
