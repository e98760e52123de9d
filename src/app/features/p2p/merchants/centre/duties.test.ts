import { expect, test } from 'vitest';
import type { P2pOrder } from '#protocol/p2p/entities/trade.ts';
import { dutiesOf, timeLeft } from './duties.ts';

const minuteMs = 60_000;
const order = (given: Partial<P2pOrder>): P2pOrder => ({
  id: '1',
  side: 'sell',
  own: true,
  advert: '1',
  asset: 'USDT',
  currency: 'CNY',
  quantity: '100',
  price: '7.2',
  amount: '720',
  method: 'alipay',
  reference: '000001',
  counterparty: 'Tern',
  state: 'waiting-payment',
  endedBy: null,
  createdAt: 0,
  payUntil: 15 * minuteMs,
  paidAt: null,
  appealFrom: null,
  answerUntil: null,
  endedAt: null,
  updatedAt: 0,
  ...given,
});

test('what is due comes soonest first; what waits for the other side is no duty', () => {
  const duties = dutiesOf([
    order({ id: 'appeal', state: 'appeal', answerUntil: 90 * minuteMs }),
    order({ id: 'waits', state: 'waiting-payment' }),
    order({ id: 'release', state: 'paid', paidAt: 2 * minuteMs }),
    order({ id: 'bought', side: 'buy', state: 'paid', paidAt: minuteMs }),
    order({ id: 'pay', side: 'buy', payUntil: 10 * minuteMs }),
  ]);
  expect(duties.map(({ order: { id }, act }) => [id, act])).toEqual([
    ['pay', 'pay'],
    ['release', 'release'],
    ['appeal', 'answer'],
  ]);
});

test('a payment late in its time gives the seller five minutes', () => {
  const [late] = dutiesOf([order({ state: 'paid', paidAt: 14 * minuteMs })]);
  expect(late?.until).toBe(19 * minuteMs);
});

test('time left is minutes and seconds, hours from one on, and never negative', () => {
  expect([timeLeft(804_000, 0), timeLeft(3_900_000, 0), timeLeft(0, 1)]).toEqual(['13:24', '1:05:00', '00:00']);
});
