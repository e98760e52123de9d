import { expect, test } from 'vitest';
import { belongsTo, topicOf } from './live-adverts.ts';

const advert = {
  id: '1',
  merchant: '7',
  price: '7.2',
  available: '100',
  min: '100',
  max: '720',
  methods: ['bank' as const],
};
const filter = { side: 'buy', asset: 'USDT', currency: 'CNY' } as const;

test('who buys follows the adverts of those who sell', () => {
  expect(topicOf(filter)).toBe('adverts:USDT:CNY:sell');
  expect(topicOf({ ...filter, side: 'sell' })).toBe('adverts:USDT:CNY:buy');
});

test('an advert is offered where it fits amount, method and merchant, and can be ordered at all', () => {
  expect(belongsTo(filter, advert)).toBe(true);
  expect(belongsTo({ ...filter, amount: '720' }, advert)).toBe(true);
  expect(belongsTo({ ...filter, amount: '720.01' }, advert)).toBe(false);
  expect(belongsTo({ ...filter, amount: '99' }, advert)).toBe(false);
  expect(belongsTo({ ...filter, method: 'alipay' }, advert)).toBe(false);
  expect(belongsTo({ ...filter, merchant: '8' }, advert)).toBe(false);
  expect(belongsTo(filter, { ...advert, max: '99.99' })).toBe(false);
});
