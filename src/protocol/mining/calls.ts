import * as v from 'valibot';
import { defineCalls } from '../core/call.ts';
import { minedAmount, miner, minerEvent, minerModel, type Miner, type MinerModel } from './entities.ts';
import { id, page, pageQuery, positiveDecimal, timestamp } from '../core/fields.ts';

const sampleTerms = {
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

const sampleModel: MinerModel = { id: '1', ...sampleTerms, issued: 500, sold: 412, left: 88, perPerson: null };

const sampleMiner: Miner = {
  id: '1',
  model: '1',
  number: 98,
  ...sampleTerms,
  state: 'not-started',
  run: { startedAt: null, asOf: 1795359130263, ran: 0, tank: 0, stoppedAt: null, endedAt: null },
  collected: '0',
  toCollect: '0',
  boughtAt: 1795359130263,
};

const sampleFilled: Miner = { ...sampleMiner, run: { ...sampleMiner.run, asOf: 1795359140263, tank: 1728000000 } };

const sampleRan: Miner = {
  ...sampleMiner,
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

const moves = { dealing: 'mining', coins: 'of-product', stoppedWith: 'notYetOpen' } as const;
/** Bounds that only keep texts of numbers short: what is right is decided by the model. */
const quantity = v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(1_000_000));

/** Calls of the mining mall. */
export const miningCalls = defineCalls({
  'GET common/miningList': {
    area: 'earn',
    tag: 'Mining',
    access: 'public',
    money: false,
    cost: 'read',
    purpose: 'Miners on sale: price, power, fuel, yield, and how many are left.',
    input: v.strictObject(pageQuery),
    output: page(minerModel),
    refuses: [],
    example: { input: {}, output: { list: [sampleModel], next: null } },
  },
  'POST addMiningOrder': {
    area: 'earn',
    tag: 'Mining',
    access: 'user',
    money: true,
    moves: { ...moves, opens: 'mining' },
    cost: 'write',
    purpose: 'Buy miners of a model from the spot wallet. Their income to the end of service is set aside at once.',
    input: v.strictObject({
      model: id,
      quantity,
      price: v.pipe(positiveDecimal, v.description('The price of one, as it was shown.')),
    }),
    output: v.object({ list: v.array(miner), at: timestamp }),
    refuses: [
      'noRealName',
      'minerUnknown',
      'minerPriceWrong',
      'minerQuantityWrong',
      'minerLimitReached',
      'prizePoolFull',
      'insufficientWalletBalance',
      'withdrawalHold',
      'alreadyProcessed',
    ],
    example: {
      input: { model: '1', quantity: 1, price: '104' },
      output: { list: [sampleMiner], at: 1795359130263 },
    },
  },
  'GET miningOrder': {
    area: 'earn',
    tag: 'Mining',
    access: 'user',
    money: false,
    cost: 'read',
    purpose: 'Own miners, newest first: those in service or with income to collect, or those that are done.',
    input: v.strictObject({ ...pageQuery, show: v.optional(v.picklist(['open', 'done']), 'open') }),
    output: v.object({ ...page(miner).entries, at: timestamp }),
    refuses: [],
    example: { input: {}, output: { list: [sampleRan], next: null, at: 1795618350263 } },
  },
  'POST startUpMiningOrder': {
    area: 'earn',
    tag: 'Mining',
    access: 'user',
    money: true,
    moves,
    cost: 'write',
    purpose:
      'Fill a miner with fuel from the spot wallet, or start it. One that stopped without fuel goes on when filled.',
    input: v.variant('step', [
      v.strictObject({
        step: v.literal('fill'),
        miner: id,
        fuel: v.pipe(quantity, v.description('How much, whole: no more than fits and than it can still burn.')),
      }),
      v.strictObject({ step: v.literal('start'), miner: id }),
    ]),
    output: v.object({ miner, at: timestamp }),
    refuses: [
      'minerUnknown',
      'minerStartedOrEnded',
      'minerQuantityWrong',
      'insufficientFuel',
      'insufficientWalletBalance',
      'withdrawalHold',
      'alreadyProcessed',
    ],
    example: {
      input: { step: 'fill', miner: '1', fuel: 20 },
      output: { miner: sampleFilled, at: 1795359140263 },
    },
  },
  'POST pickMiningOrder': {
    area: 'earn',
    tag: 'Mining',
    access: 'user',
    money: true,
    moves,
    cost: 'write',
    purpose: 'Collect the income of one miner, or of all, into the mining wallet.',
    input: v.strictObject({ miner: v.optional(id) }),
    output: v.object({ list: v.array(minedAmount), at: timestamp }),
    refuses: ['minerUnknown', 'minerNotEnded', 'minerIncomeReceived', 'alreadyProcessed'],
    example: {
      input: { miner: '1' },
      output: { list: [{ asset: 'USDT', amount: '0.8' }], at: 1795618350263 },
    },
  },
  'GET miningOrderDetail': {
    area: 'earn',
    tag: 'Mining',
    access: 'user',
    money: false,
    cost: 'read',
    purpose: 'One miner, and what happened to it, newest first.',
    input: v.strictObject({ id, ...pageQuery }),
    output: v.object({ miner, ...page(minerEvent).entries, at: timestamp }),
    refuses: ['minerUnknown'],
    example: {
      input: { id: '1' },
      output: {
        miner: sampleRan,
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
  },
});
