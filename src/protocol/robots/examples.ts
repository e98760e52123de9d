import type { Robot } from './entities/robots.ts';
import type { Examples } from '../core/example.ts';

const parameters = { strategy: 'grid', lower: '2300', upper: '2700', lines: 9, spacing: 'arithmetic' } as const;
const bounds = { stopLoss: '2200', takeProfit: null } as const;
const startedAt = 1795359130263;

const created: Robot = {
  id: '1',
  name: 'Ether grid',
  strategy: 'grid',
  pair: 'ETHUSDT',
  base: 'ETH',
  quote: 'USDT',
  state: 'running',
  cause: null,
  parameters,
  cycleMinutes: null,
  ownUsageCount: 3,
  bounds,
  putIn: '800',
  value: '800',
  profit: '0',
  realized: '0',
  held: '0',
  fees: '0',
  serviceFee: '0',
  serviceShare: '0.1',
  quoteHeld: '800',
  baseHeld: '0',
  coins: [{ pair: 'ETHUSDT', base: 'ETH', held: '0', value: '0' }],
  contract: null,
  trades: 0,
  pairs: 0,
  safetyOrders: null,
  openOrders: 0,
  line: ['800'],
  startedAt,
  changedAt: startedAt,
  endedAt: null,
};

const running: Robot = {
  ...created,
  value: '805.6',
  profit: '5.6',
  realized: '6.2',
  held: '0.3',
  fees: '0.9',
  quoteHeld: '455.6',
  baseHeld: '0.14',
  coins: [{ pair: 'ETHUSDT', base: 'ETH', held: '0.14', value: '350' }],
  trades: 9,
  pairs: 4,
  openOrders: 8,
  line: ['800', '801.2', '803.9', '805.6'],
};

const paused: Robot = { ...running, state: 'paused', cause: 'user', openOrders: 0, changedAt: 1795445530263 };
const changed: Robot = { ...paused, name: 'Ether grid, wider', parameters: { ...parameters, lower: '2200' } };
const stopping: Robot = { ...running, state: 'stopping', cause: 'user', changedAt: 1795445540263 };
const at = 1795445530263;
const own = { id: '1' };

export const robotExamples = {
  'GET quant/product/list': {
    input: {},
    output: {
      list: [
        {
          strategy: 'grid',
          pair: 'ETHUSDT',
          minimum: '20',
          maximum: '1000000',
          serviceFee: '0.1',
          cycleChoices: [],
          usageCount: 1240,
          robots: 212,
          record: { robots: 212, days: 90, median: '0.021', worstTenth: '-0.084', bestTenth: '0.097' },
        },
        {
          strategy: 'trend',
          pair: 'ETHUSDT',
          minimum: '20',
          maximum: '1000000',
          serviceFee: '0.1',
          cycleChoices: [1, 5, 15, 60, 240],
          usageCount: 3,
          robots: 3,
          record: null,
        },
      ],
      at,
    },
  },
  'GET quant/symbol/list': {
    input: {},
    output: { list: [{ pair: 'ETHUSDT', strategies: ['grid', 'averaging', 'trend', 'rebalance'], open: true }] },
  },
  'GET quant/candles': {
    input: { pair: 'ETHUSDT', week: '1795392000000' },
    output: {
      pair: 'ETHUSDT',
      week: 1795392000000,
      since: 1609459200000,
      tick: '0.01',
      final: true,
      runs: '0 0 3 0 2 1',
      open: '245000 -2 3 0',
      close: '12 -30 8 5',
      high: '4 0 11 2',
      low: '0 7 1 0',
    },
  },
  'POST quant/create': {
    input: { pair: 'ETHUSDT', name: 'Ether grid', amount: '800', from: 'spot', parameters, bounds },
    output: { robot: created, at: startedAt },
  },
  'GET quant/order/list': { input: {}, output: { list: [running], next: null, at } },
  'GET quant/order/detail': {
    input: own,
    output: {
      robot: running,
      orders: [
        {
          id: '1795359130264001',
          pair: 'ETHUSDT',
          side: 'buy',
          price: '2450',
          amount: '0.035',
          filled: '0',
          closesAt: null,
          at: startedAt,
        },
      ],
      positions: [],
      values: [
        [startedAt, '800'],
        [1795362000000, '801.2'],
      ],
      at,
    },
  },
  'GET quant/order/trades': {
    input: own,
    output: {
      list: [
        {
          id: '2',
          pair: 'ETHUSDT',
          side: 'sell',
          price: '2500',
          amount: '0.035',
          total: '87.5',
          fee: '0.0875',
          boughtAt: '2450',
          net: '1.57675',
          closing: null,
          at: 1795362000000,
        },
        {
          id: '1',
          pair: 'ETHUSDT',
          side: 'buy',
          price: '2450',
          amount: '0.035',
          total: '85.75',
          fee: '0.08575',
          boughtAt: null,
          net: null,
          closing: null,
          at: 1795360000000,
        },
      ],
      next: null,
    },
  },
  'PUT quant/create': {
    input: { ...own, name: 'Ether grid, wider', parameters: { ...parameters, lower: '2200' }, bounds },
    output: { robot: changed, at },
  },
  'POST quant/startIncome': { input: { ...own, act: 'pause' }, output: { robot: paused, at } },
  'POST quant/redeem': { input: { ...own, coins: 'sell' }, output: { robot: stopping, at: 1795445540263 } },
  'GET quant/balance': {
    input: {},
    output: {
      wallet: [{ asset: 'USDT', available: '120', frozen: '0' }],
      robots: 1,
      putIn: '800',
      value: '805.6',
      profit: '5.6',
      today: '1.7',
      at,
    },
  },
  'POST quant/returnAssets': {
    input: { asset: 'USDT', amount: '20' },
    output: { asset: 'USDT', amount: '20', available: '100', at },
  },
  'GET quant/income/list': {
    input: {},
    output: {
      list: [
        { day: '2026-11-24', income: '1.7', fees: '0.3', trades: 3, complete: false },
        { day: '2026-11-23', income: '3.9', fees: '0.6', trades: 6, complete: true },
      ],
      next: null,
      asset: 'USDT',
      at,
    },
  },
} satisfies Partial<Examples>;
