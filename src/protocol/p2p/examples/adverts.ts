import type { ListedAdvert, OwnAdvert } from '../entities/trade.ts';
import type { Examples } from '#protocol/core/example.ts';
import { figures } from './figures.ts';

const terms: Omit<ListedAdvert, 'merchant' | 'own'> = {
  id: '12',
  side: 'sell',
  asset: 'USDT',
  currency: 'CNY',
  price: '7.19',
  available: '640',
  min: '100',
  max: '4601.6',
  methods: ['bank'],
  paymentMinutes: 15,
  terms: 'Write the reference only.',
  verifiedDays: 0,
  finishedOrders: 0,
};

const own: OwnAdvert = {
  ...terms,
  max: '5000',
  state: 'listed',
  paused: false,
  percent: '101',
  bound: '7',
  amount: '1000',
  methodIds: ['7'],
  createdAt: 1795359130263,
  updatedAt: 1795359131263,
};

const input = {
  asset: 'USDT',
  currency: 'CNY',
  pricing: { kind: 'floating', percent: '101', bound: '7' },
  amount: '50',
  min: '100',
  max: '300',
  paymentMinutes: 15,
  terms: 'Write the reference only.',
} as const;

export const advertExamples = {
  'PUT otcBillList': { input: { id: '12', paused: true }, output: { ...own, paused: true } },
  'POST otcBuy': {
    input: { ...input, pricing: { kind: 'fixed', price: '7.1' }, methods: ['bank', 'alipay'] },
    output: {
      ...own,
      side: 'buy',
      price: '7.1',
      percent: null,
      bound: null,
      methods: ['bank', 'alipay'],
      methodIds: [],
    },
  },
  'POST otcSell': { input: { ...input, methods: ['7'] }, output: own },
  'GET tradeList': {
    input: { side: 'buy', asset: 'USDT', currency: 'CNY', method: 'bank', size: '20' },
    output: {
      list: [
        {
          ...terms,
          merchant: {
            id: '100023',
            nickname: 'Harbour',
            online: true,
            joinedAt: 1_761_955_200_000,
            figures,
          },
          own: false,
        },
      ],
      next: null,
      index: '7.12',
    },
  },
  'GET otcBillList': { input: { state: 'listed' }, output: { list: [own], next: null } },
  'POST cancelOrder': { input: { id: '12' }, output: { ...own, state: 'withdrawn' } },
} satisfies Partial<Examples>;
