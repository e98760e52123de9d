import type { CallName } from '#protocol/calls.ts';
import type { Answer } from '../account/testing-screens.tsx';
import type { Robot, RobotProduct } from '#protocol/robots/entities/robots.ts';

/** Server time of the examples. */
export const robotsAt = Date.parse('2026-11-20T09:41:00Z');
const hourMs = 3_600_000;

/** A grid that runs and has made something. */
export const gridRobot: Robot = {
  id: '1',
  name: 'BTC grid 1',
  strategy: 'grid',
  pair: 'BTCUSDT',
  base: 'BTC',
  quote: 'USDT',
  state: 'running',
  cause: null,
  parameters: { strategy: 'grid', lower: '61000', upper: '72000', lines: 25, spacing: 'arithmetic' },
  cycleMinutes: null,
  ownUsageCount: 3,
  bounds: { stopLoss: '58000', takeProfit: null },
  putIn: '3000',
  value: '3132.4',
  profit: '132.4',
  realized: '25.58',
  held: '115.92',
  fees: '9.1',
  serviceFee: '0',
  serviceShare: '0.1',
  quoteHeld: '1500',
  baseHeld: '0.0241',
  coins: [{ pair: 'BTCUSDT', base: 'BTC', held: '0.0241', value: '1632.4' }],
  contract: null,
  trades: 63,
  pairs: 31,
  safetyOrders: null,
  openOrders: 24,
  line: ['3000', '2990', '3010', '3050', '3100', '3132.4'],
  startedAt: robotsAt - 292 * hourMs,
  changedAt: robotsAt - 292 * hourMs,
  endedAt: null,
};

/** An averaging robot within its safety orders, at a loss. */
export const averagingRobot: Robot = {
  ...gridRobot,
  id: '2',
  name: 'ETH averaging',
  strategy: 'averaging',
  pair: 'ETHUSDT',
  base: 'ETH',
  parameters: { strategy: 'averaging', takeProfit: '1.5', safetyOrders: 5, step: '2', scale: '1.5' },
  bounds: { stopLoss: null, takeProfit: null },
  putIn: '1500',
  value: '1484.16',
  profit: '-15.84',
  realized: '4',
  held: '-18.34',
  fees: '1.5',
  quoteHeld: '900',
  baseHeld: '0.18',
  coins: [{ pair: 'ETHUSDT', base: 'ETH', held: '0.18', value: '584.16' }],
  trades: 9,
  pairs: 3,
  safetyOrders: 2,
  openOrders: 4,
  line: ['1500', '1510', '1495', '1490', '1484.16'],
};

/** A trend robot that its halted pair paused. */
export const pausedRobot: Robot = {
  ...gridRobot,
  id: '3',
  name: 'SOL trend',
  strategy: 'trend',
  pair: 'SOLUSDT',
  base: 'SOL',
  state: 'paused',
  cause: 'halt',
  parameters: { strategy: 'trend', minutes: 15, fast: 9, slow: 26, trailing: '4' },
  cycleMinutes: 15,
  ownUsageCount: 1,
  bounds: { stopLoss: null, takeProfit: null },
  putIn: '1000',
  value: '995.84',
  profit: '-4.16',
  realized: '-3',
  held: '0',
  fees: '1.16',
  quoteHeld: '995.84',
  baseHeld: '0',
  coins: [{ pair: 'SOLUSDT', base: 'SOL', held: '0', value: '0' }],
  trades: 4,
  pairs: 2,
  openOrders: 0,
  line: ['1000', '1020', '995.84', '995.84'],
  changedAt: robotsAt - 24 * hourMs,
};

/** Products: two with a record, one of too few robots. */
export const robotProducts: readonly RobotProduct[] = [
  {
    strategy: 'grid',
    pair: 'BTCUSDT',
    minimum: '100',
    maximum: '100000',
    serviceFee: '0.1',
    cycleChoices: [],
    usageCount: 1240,
    record: { robots: 412, days: 90, median: '0.019', worstTenth: '-0.068', bestTenth: '0.074' },
    robots: 412,
  },
  {
    strategy: 'trend',
    pair: 'SOLUSDT',
    minimum: '100',
    maximum: '100000',
    serviceFee: '0.1',
    cycleChoices: [1, 5, 15, 60, 240],
    usageCount: 318,
    record: { robots: 97, days: 90, median: '-0.012', worstTenth: '-0.145', bestTenth: '0.213' },
    robots: 97,
  },
  {
    strategy: 'rebalance',
    pair: 'ETHUSDT',
    minimum: '100',
    maximum: '100000',
    serviceFee: '0.1',
    cycleChoices: [5, 15, 60, 240],
    usageCount: 7,
    record: null,
    robots: 7,
  },
];

const pairFacts = { quote: 'USDT', priceDecimals: 1, amountDecimals: 4 };

/** What the exchange answers to all that is not of robots. */
export function marketAnswers(): Partial<Record<CallName, Answer>> {
  const list = ['BTC', 'ETH', 'SOL'].map((base) => ({ ...pairFacts, id: `${base}USDT`, base }));
  const assets = [
    { id: 'USDT', name: 'Tether', decimals: 2 },
    ...list.map(({ base }) => ({ id: base, name: base, decimals: 8 })),
  ];
  return {
    'GET common/symbolsList': { data: { list, indices: [], assets } },
    'GET common/sysTime': { data: { now: robotsAt } },
    'GET web/config': { data: { pcUrl: null, mode: 'practice', features: ['robots', 'spot'], now: robotsAt } },
  };
}
