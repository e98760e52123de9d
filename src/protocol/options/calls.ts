import * as v from 'valibot';
import { defineCalls } from '../core/call.ts';
import { optionCoin, optionCycle, optionDirection, optionEntry, optionRound } from './entities.ts';
import { decimal, id, nothing, page, pageQuery, positiveDecimal } from '../core/fields.ts';
import { optionCycles } from '../core/limits.ts';
import * as sample from './examples.ts';

const cycleText = v.pipe(
  v.picklist(optionCycles.map(String)),
  v.transform(Number),
  optionCycle,
  v.description('A cycle in a query, which carries only texts.'),
);

const coinOfOption = v.object({
  coin: optionCoin,
  pair: v.pipe(v.string(), v.description('The pair whose index decides.')),
  cycles: v.array(optionCycle),
  priceDecimals: v.pipe(v.number(), v.description('Digits behind the point of its prices.')),
  open: v.pipe(v.boolean(), v.description('False while too few price sources are alive: no new entry is taken.')),
});

const terms = v.object({
  cycles: v.array(optionCycle),
  minimum: v.pipe(decimal, v.description('In USDT, of the option wallet.')),
  maximum: decimal,
  poolMaximum: v.pipe(decimal, v.description('The most one pool takes.')),
  feeRate: v.pipe(decimal, v.description('Part of the winnings, as in `0.03`.')),
  lockMs: v.pipe(v.number(), v.description('How long before the strike entries lock, in milliseconds.')),
  tickToleranceMs: v.pipe(
    v.number(),
    v.description('A deciding tick later than this voids the round and gives every stake back.'),
  ),
});

/** Calls of area `option`: seconds options. */
export const optionCalls = defineCalls({
  'GET option/seconds/list': {
    area: 'option',
    tag: 'Options',
    access: 'public',
    money: false,
    sharedSeconds: 1,
    cost: 'memory',
    purpose: 'Seconds-option contracts: each coin and cycle with its open and running rounds.',
    input: nothing,
    output: v.object({
      list: v.array(v.object({ coin: optionCoin, cycle: optionCycle, rounds: v.array(optionRound) })),
    }),
    refuses: [],
    example: {
      input: {},
      output: {
        list: [
          {
            coin: 'BTC',
            cycle: 30,
            rounds: [
              {
                ...sample.round,
                id: '1',
                cycle: 30,
                period: '20261122-1786',
                lockAt: 1795359148000,
                strikeAt: 1795359150000,
                settleAt: 1795359180000,
              },
            ],
          },
          {
            coin: 'BTC',
            cycle: 60,
            rounds: [sample.round],
          },
        ],
      },
    },
  },
  'GET contractOptionConfig': {
    area: 'option',
    tag: 'Options',
    access: 'public',
    money: false,
    cost: 'memory',
    purpose: 'Option limits, cycles, fee, and the times that decide.',
    input: nothing,
    output: terms,
    refuses: [],
    example: {
      input: {},
      output: {
        cycles: [30, 60, 120, 300],
        minimum: '1',
        maximum: '1000',
        poolMaximum: '200000',
        feeRate: '0.03',
        lockMs: 2000,
        tickToleranceMs: 5000,
      },
    },
  },
  'GET contractOption-history': {
    area: 'option',
    tag: 'Options',
    access: 'public',
    money: false,
    cost: 'read',
    purpose: 'Ended rounds, newest first, each with what its result is recomputed from.',
    input: v.strictObject({ ...pageQuery, coin: v.optional(optionCoin), cycle: v.optional(cycleText) }),
    output: page(optionRound),
    refuses: [],
    example: {
      input: { size: '1', coin: 'BTC', cycle: '60' },
      output: {
        list: [
          {
            ...sample.round,
            id: '1',
            period: '20261122-893',
            phase: 'void',
          },
        ],
        next: 'r1',
      },
    },
  },
  'GET contractOption-starting': {
    area: 'option',
    tag: 'Options',
    access: 'public',
    money: false,
    cost: 'memory',
    purpose: 'Rounds about to start.',
    input: v.strictObject({ coin: v.optional(optionCoin), cycle: v.optional(cycleText) }),
    output: v.object({ list: v.array(optionRound) }),
    refuses: [],
    example: {
      input: { coin: 'BTC', cycle: '60' },
      output: {
        list: [sample.round],
      },
    },
  },
  'GET contractOption-opening': {
    area: 'option',
    tag: 'Options',
    access: 'public',
    money: false,
    cost: 'memory',
    purpose: 'Rounds in progress or being settled.',
    input: v.strictObject({ coin: v.optional(optionCoin), cycle: v.optional(cycleText) }),
    output: v.object({ list: v.array(optionRound) }),
    refuses: [],
    example: {
      input: { coin: 'BTC', cycle: '60' },
      output: {
        list: [
          {
            ...sample.round,
            phase: 'in-progress',
          },
        ],
      },
    },
  },
  'GET contractOptionCoin-coin-list': {
    area: 'option',
    tag: 'Options',
    access: 'public',
    money: false,
    cost: 'memory',
    purpose: 'Coins with options.',
    input: nothing,
    output: v.object({ list: v.array(coinOfOption) }),
    refuses: [],
    example: {
      input: {},
      output: {
        list: [
          { coin: 'BTC', pair: 'BTCUSDT', cycles: [30, 60, 120, 300], priceDecimals: 1, open: true },
          { coin: 'ETH', pair: 'ETHUSDT', cycles: [30, 60, 120, 300], priceDecimals: 2, open: true },
        ],
      },
    },
  },
  'GET contractOptionCoin-coin-info': {
    area: 'option',
    tag: 'Options',
    access: 'public',
    money: false,
    cost: 'memory',
    purpose: 'One option coin.',
    input: v.strictObject({ coin: optionCoin }),
    output: coinOfOption,
    refuses: ['notFound'],
    example: {
      input: { coin: 'BTC' },
      output: { coin: 'BTC', pair: 'BTCUSDT', cycles: [30, 60, 120, 300], priceDecimals: 1, open: true },
    },
  },
  'POST contractOptionOrder-add': {
    area: 'option',
    tag: 'Options',
    access: 'user',
    money: true,
    moves: { dealing: 'options', coins: 'settling', stoppedWith: 'optionMarketClosed', opens: 'options' },
    cost: 'write',
    purpose: 'Predict up, down or flat in a round, once.',
    input: v.strictObject({ round: id, direction: optionDirection, stake: positiveDecimal }),
    output: v.object({ entry: optionEntry }),
    refuses: [
      'enterAmount',
      'quantityOutOfRange',
      'insufficientWalletBalance',
      'optionMarketClosed',
      'prizePoolFull',
      'alreadyJoinedPeriod',
      'roundNoLongerOpen',
      'alreadyProcessed',
    ],
    example: {
      input: { round: '4', direction: 'up', stake: '5' },
      output: {
        entry: sample.entry,
      },
    },
  },
  'GET contractOptionOrder-current': {
    area: 'option',
    tag: 'Options',
    access: 'user',
    money: false,
    cost: 'read',
    purpose: 'Own open predictions.',
    input: v.strictObject({ coin: v.optional(optionCoin) }),
    output: v.object({ list: v.array(optionEntry) }),
    refuses: [],
    example: {
      input: { coin: 'BTC' },
      output: {
        list: [sample.entry],
      },
    },
  },
  'GET contractOptionOrder-history': {
    area: 'option',
    tag: 'Options',
    access: 'user',
    money: false,
    cost: 'wide-read',
    purpose: 'Own settled predictions, newest first.',
    input: v.strictObject({ ...pageQuery, coin: v.optional(optionCoin) }),
    output: page(optionEntry),
    refuses: [],
    example: {
      input: { size: '2', coin: 'BTC' },
      output: {
        list: [
          {
            ...sample.entry,
            round: {
              ...sample.entered,
              phase: 'void',
            },
            outcome: 'draw',
          },
        ],
        next: null,
      },
    },
  },
  'GET contractOptionOrder-detail': {
    area: 'option',
    tag: 'Options',
    access: 'user',
    money: false,
    cost: 'read',
    purpose: 'One prediction of one’s own.',
    input: v.strictObject({ id }),
    output: v.object({ entry: optionEntry }),
    refuses: ['notFound'],
    example: {
      input: { id: '2' },
      output: {
        entry: {
          ...sample.entry,
          id: '2',
          round: {
            ...sample.entered,
            id: '8',
            coin: 'ETH',
          },
        },
      },
    },
  },
});
