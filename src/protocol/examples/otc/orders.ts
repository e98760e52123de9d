import type { Examples } from '../example.ts';
import { figures } from './figures.ts';

const order = {
  id: '31',
  side: 'buy',
  own: false,
  advert: '12',
  asset: 'USDT',
  currency: 'CNY',
  quantity: '20',
  price: '7.19',
  amount: '143.8',
  method: 'bank',
  reference: '000031',
  counterparty: 'Harbour',
  state: 'waiting-payment',
  endedBy: null,
  createdAt: 1795359130263,
  payUntil: 1795360030263,
  paidAt: null,
  appealFrom: null,
  answerUntil: null,
  endedAt: null,
  updatedAt: 1795359130263,
} as const;
const paid = {
  ...order,
  state: 'paid',
  paidAt: 1795359430263,
  appealFrom: 1795360030263,
  updatedAt: 1795359430263,
} as const;
const ended = { endedAt: 1795359730263, updatedAt: 1795359730263, appealFrom: null } as const;

export const fiatOrderExamples = {
  'POST tradeBuy': {
    input: { advert: '12', price: '7.19', amount: '20', in: 'coin', method: 'bank' },
    output: order,
  },
  'POST tradeSell': {
    input: { advert: '13', price: '7.1', amount: '142', in: 'currency', method: '7' },
    output: { ...order, side: 'sell', advert: '13', price: '7.1', amount: '142' },
  },
  'GET otcOrderList': { input: { side: 'buy', state: 'open', size: '20' }, output: { list: [order], next: null } },
  'PUT otcOrderList': { input: { id: '31', positive: true }, output: { positive: true } },
  'GET tradeBuyWaitPage': {
    input: { id: '31' },
    output: {
      order: paid,
      payee: {
        method: 'bank',
        holder: 'LIN MEI',
        account: '4539578763621486',
        bank: 'First Bank',
        branch: 'Harbour Road',
        qr: null,
      },
      buyerName: 'ADA LOVELACE',
      terms: 'Write the reference only.',
      proofs: [{ file: 'FNVKHXMHBkqv5SGP-2_KPw', by: 'buyer', at: 1795359420263 }],
      appeal: null,
      events: [
        { what: 'taken', by: 'buyer', at: 1795359130263 },
        { what: 'proof', by: 'buyer', at: 1795359420263 },
        { what: 'paid', by: 'buyer', at: 1795359430263 },
      ],
      counterparty: figures,
      self: {
        finished: 3,
        completion: '100',
        releaseMs: null,
        payMs: 251_000,
        appealsLost: 0,
        rated: 0,
        positive: null,
      },
      rating: null,
      talk: {
        order: '31',
        group: '12',
        last: {
          group: '12',
          number: 3,
          key: null,
          author: null,
          house: 'order-paid',
          text: '',
          image: null,
          reply: null,
          mentions: [],
          at: 1795359430263,
          removed: null,
          order: '31',
        },
        unread: 0,
        readThrough: 2,
        readByOther: 3,
        open: true,
        readableUntil: null,
      },
      now: 1795359440263,
    },
  },
  'POST tradePaid': { input: { id: '31' }, output: paid },
  'GET tradeCancelPre': {
    input: { id: '31' },
    output: { cancelsToday: 2, free: 0, penalty: '250', asset: 'USDT' },
  },
  'POST tradeCancel': {
    input: { id: '31', notPaid: true },
    output: { ...order, state: 'cancelled', endedBy: 'buyer', ...ended },
  },
  'POST otcFinish': {
    input: { id: '31', received: true, transactionPassword: '864209' },
    output: { ...paid, side: 'sell', state: 'completed', endedBy: 'seller', ...ended },
  },
  'POST tradeAppeal': {
    input: { id: '31', text: 'I paid twenty minutes ago, the receipt is attached.' },
    output: { ...paid, state: 'appeal', appealFrom: null, answerUntil: 1795402330263 },
  },
  'POST uploadBuyProof': {
    input: { order: '31' },
    output: { file: 'FNVKHXMHBkqv5SGP-2_KPw', width: 9, height: 9, bytes: 267 },
  },
} satisfies Partial<Examples>;
