import type { Examples } from '../example.ts';

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
const figures = { finished: 42, completion: '97.67', releaseMs: 184_000, payMs: 402_000, appealsLost: 0 };

export const merchantExamples = {
  'GET legalMgrPage': {
    input: {},
    output: {
      verified: true,
      nickname: 'Mei',
      methods: ['alipay', 'bank'],
      merchant: true,
      deposit,
      listedAdverts: 2,
      openOrders: 1,
      figures,
    },
  },
  'GET depositPage': { input: {}, output: deposit },
  'POST deposit': { input: {}, output: { ...deposit, state: 'processing' } },
  'GET makeUpDepositPage': { input: {}, output: { ...deposit, held: '250', missing: '250' } },
  'POST makeUpDeposit': { input: {}, output: deposit },
  'GET backDepositPage': { input: {}, output: { deposit, listedAdverts: 0, openOrders: 0 } },
  'POST backDeposit': { input: {}, output: { ...deposit, state: 'refund-review' } },
} satisfies Partial<Examples>;
