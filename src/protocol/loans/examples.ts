import type { Examples } from '../core/example.ts';

const levels = { initial: '0.6', first: '0.7', second: '0.75', sale: '0.8' };

const asked = {
  id: '41',
  state: 'under-review',
  asset: 'USDT',
  amount: '10000',
  principal: '10000',
  interest: '0',
  owed: '10000',
  repaid: '0',
  interestPaid: '0',
  writtenOff: '0',
  hourlyRate: '0.00001',
  hours: 720,
  collateral: { asset: 'BTC', wallet: 'spot', amount: '0.3', pledged: '0.3' },
  levels,
  price: '67482.5',
  priceAt: 1795359130263,
  warning: 'none',
  warnedAt: null,
  saleCause: null,
  reason: null,
  contact: 'm****m',
  document: 'E12****90',
  note: '',
  appliedAt: 1795359130263,
  startedAt: null,
  dueAt: null,
  endedAt: null,
} as const;

const running = {
  ...asked,
  state: 'running',
  principal: '8391.3',
  owed: '8391.3',
  repaid: '1642.2',
  interestPaid: '33.5',
  startedAt: 1795359134263,
  dueAt: 1797951134263,
} as const;

export const loanExamples = {
  'GET loan/getMaxPeriod': {
    input: {},
    output: {
      asset: 'USDT',
      hours: 2160,
      terms: [
        { hours: 168, isShort: false },
        { hours: 720, isShort: false },
        { hours: 2160, isShort: false },
      ],
      hourlyRate: '0.00001',
    },
  },
  'GET loan/getMaxAmount': {
    input: {},
    output: {
      asset: 'USDT',
      least: '100',
      most: '50000',
      limit: '50000',
      held: '1000000',
      free: '587400',
      collaterals: [{ asset: 'BTC', step: '0.00001', levels, price: '67482.5' }],
      at: 1795359130263,
    },
  },
  'GET loan/getAlreadyAmount': {
    input: {},
    output: { asset: 'USDT', owed: '8391.3', principal: '8391.3', underReview: '0', loans: 1 },
  },
  'POST loan/add': {
    input: {
      asset: 'USDT',
      amount: '10000',
      hours: 720,
      collateral: { asset: 'BTC', wallet: 'spot', amount: '0.3' },
      contact: 'mei@example.com',
      document: 'E12345690',
      note: '',
    },
    output: { loan: asked },
  },
  'GET loan/list': { input: { state: 'running' }, output: { list: [running], next: null } },
  'POST coinLoan': {
    input: { act: 'repay', loan: '41', amount: '1642.2' },
    output: { loan: running },
  },
  'GET coinLoanList': {
    input: { loan: '41' },
    output: {
      list: [
        {
          id: '7',
          loan: '41',
          kind: 'repaid',
          asset: 'USDT',
          amount: '1642.2',
          paid: '1642.2',
          price: null,
          owed: '8391.3',
          order: null,
          at: 1796565134263,
        },
      ],
      next: null,
    },
  },
} satisfies Partial<Examples>;
