import type { Miner, MinerModel } from './entities.ts';
import type { Examples } from '../core/example.ts';

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

const model: MinerModel = { id: '1', ...terms, issued: 500, sold: 412, left: 88, perPerson: null };

const miner: Miner = {
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

const filled: Miner = { ...miner, run: { ...miner.run, asOf: 1795359140263, tank: 1728000000 } };

const ran: Miner = {
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

export const miningExamples = {
  'GET common/miningList': { input: {}, output: { list: [model], next: null } },
  'POST addMiningOrder': {
    input: { model: '1', quantity: 1, price: '104' },
    output: { list: [miner], at: 1795359130263 },
  },
  'GET miningOrder': { input: {}, output: { list: [ran], next: null, at: 1795618350263 } },
  'POST startUpMiningOrder': {
    input: { step: 'fill', miner: '1', fuel: 20 },
    output: { miner: filled, at: 1795359140263 },
  },
  'POST pickMiningOrder': {
    input: { miner: '1' },
    output: { list: [{ asset: 'USDT', amount: '0.8' }], at: 1795618350263 },
  },
  'GET miningOrderDetail': {
    input: { id: '1' },
    output: {
      miner: ran,
      list: [
        { id: '4', what: 'collected', fuel: null, amount: '1.6', at: 1795531950263 },
        { id: '3', what: 'started', fuel: null, amount: null, at: 1795359150263 },
        { id: '2', what: 'filled', fuel: 20, amount: '1', at: 1795359140263 },
        { id: '1', what: 'bought', fuel: null, amount: '104', at: 1795359130263 },
      ],
      next: null,
      at: 1795618350263,
    },
  },
} satisfies Partial<Examples>;
