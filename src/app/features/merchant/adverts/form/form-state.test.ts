import { expect, test } from 'vitest';
import type { OwnAdvert } from '../../../../../protocol/entities/fiat-trade.ts';
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
