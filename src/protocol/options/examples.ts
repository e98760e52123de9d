import type { OptionEntry, OptionRound } from './entities.ts';

export const round: OptionRound = {
  id: '2',
  coin: 'BTC',
  cycle: 60,
  period: '20261122-894',
  phase: 'waiting',
  opensAt: 1795359118000,
  lockAt: 1795359178000,
  strikeAt: 1795359180000,
  settleAt: 1795359240000,
  pools: { up: '0', down: '0', flat: '0' },
  entries: 0,
  strike: null,
  settlement: null,
  result: null,
  draw: null,
};

/** A round with one stake in it. */
export const entered: OptionRound = {
  ...round,
  id: '4',
  period: '20261122-180',
  cycle: 300,
  opensAt: 1795358998000,
  lockAt: 1795359298000,
  strikeAt: 1795359300000,
  settleAt: 1795359600000,
  pools: { up: '5', down: '0', flat: '0' },
  entries: 1,
};

export const entry: OptionEntry = {
  id: '1',
  round: entered,
  direction: 'up',
  stake: '5',
  outcome: null,
  profit: '0',
  fee: '0',
  at: 1795359129518,
};
