import type { Miner, MinerModel } from './entities.ts';

const terms = {
  name: 'Stint 40',
  asset: 'USDT',
  power: 40,
  yield: '0.02',
  capacity: 20,
  burn: 4,
  fuelPrice: '0.05',
  days: 180,
  dayMs: 86400000,
  daily: '0.8',
  price: '104',
};

export const model: MinerModel = { id: '1', ...terms, issued: 500, sold: 412, left: 88, perPerson: null };

export const miner: Miner = {
  id: '1',
  model: '1',
  number: 98,
  ...terms,
  state: 'not-started',
  run: { startedAt: null, asOf: 1795359130263, ran: 0, tank: 0, stoppedAt: null, endedAt: null },
  collected: '0',
  toCollect: '0',
  boughtAt: 1795359130263,
};

export const filled: Miner = { ...miner, run: { ...miner.run, asOf: 1795359140263, tank: 1728000000 } };

export const ran: Miner = {
  ...miner,
  state: 'running',
  run: {
    startedAt: 1795359150263,
    asOf: 1795618350263,
    ran: 259200000,
    tank: 691200000,
    stoppedAt: null,
    endedAt: null,
  },
  collected: '1.6',
  toCollect: '0.8',
};
