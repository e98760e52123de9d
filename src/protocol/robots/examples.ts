import type { Robot } from './entities/robots.ts';

export const parameters = { strategy: 'grid', lower: '2300', upper: '2700', lines: 9, spacing: 'arithmetic' } as const;
export const bounds = { stopLoss: '2200', takeProfit: null } as const;
export const startedAt = 1795359130263;

export const created: Robot = {
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

export const running: Robot = {
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

export const paused: Robot = { ...running, state: 'paused', cause: 'user', openOrders: 0, changedAt: 1795445530263 };
export const changed: Robot = { ...paused, name: 'Ether grid, wider', parameters: { ...parameters, lower: '2200' } };
export const stopping: Robot = { ...running, state: 'stopping', cause: 'user', changedAt: 1795445540263 };
export const at = 1795445530263;
export const own = { id: '1' };
