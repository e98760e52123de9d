import type { ListedAdvert, OwnAdvert } from '../entities/trade.ts';

export const terms: Omit<ListedAdvert, 'merchant' | 'own'> = {
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

export const own: OwnAdvert = {
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

export const input = {
  asset: 'USDT',
  currency: 'CNY',
  pricing: { kind: 'floating', percent: '101', bound: '7' },
  amount: '50',
  min: '100',
  max: '300',
  paymentMinutes: 15,
  terms: 'Write the reference only.',
} as const;
