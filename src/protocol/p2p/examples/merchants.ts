import type { Examples } from '#protocol/core/example.ts';
import { figures } from './figures.ts';

const deposit = {
  state: 'paid',
  asset: 'USDT',
  required: '500',
  held: '500',
  missing: '0',
  available: '1720.5',
  reason: null,
  updatedAt: 1795359130263,
} as const;

const settings = {
  paused: false,
  hours: { from: 540, to: 1320, offsetMinutes: 480 },
  open: true,
  autoReply: 'Thank you. I answer within five minutes.',
  blocked: [{ id: '100017', nickname: 'Ada' }],
};

export const merchantExamples = {
  'PUT legalMgrPage': { input: { paused: false, autoReply: settings.autoReply }, output: settings },
  'GET legalMgrPage': {
    input: {},
    output: {
      verified: true,
      nickname: 'Mei',
      methods: ['alipay', 'bank'],
      merchant: true,
      suspended: false,
      deposit,
      listedAdverts: 2,
      openOrders: 1,
      figures,
      settings,
      day: {
        since: 1795276800000,
        rows: [
          {
            asset: 'USDT',
            currency: 'CNY',
            sold: { orders: 2, quantity: '120', amount: '864' },
            bought: { orders: 1, quantity: '30', amount: '213' },
            total: { orders: 3, quantity: '150', amount: '1077' },
          },
        ],
      },
    },
  },
  'GET depositPage': { input: {}, output: deposit },
  'POST deposit': { input: {}, output: { ...deposit, state: 'processing' } },
  'GET makeUpDepositPage': { input: {}, output: { ...deposit, held: '250', missing: '250' } },
  'POST makeUpDeposit': { input: {}, output: deposit },
  'GET backDepositPage': { input: {}, output: { deposit, listedAdverts: 0, openOrders: 0 } },
  'POST backDeposit': { input: {}, output: { ...deposit, state: 'refund-review' } },
} satisfies Partial<Examples>;
