import type { OptionEntry, OptionRound } from './entities.ts';
import type { Examples } from '../core/example.ts';

const round: OptionRound = {
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
const entered: OptionRound = {
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

const entry: OptionEntry = {
  id: '1',
  round: entered,
  direction: 'up',
  stake: '5',
  outcome: null,
  profit: '0',
  fee: '0',
  at: 1795359129518,
};

export const optionExamples = {
  'GET option/seconds/list': {
    input: {},
    output: {
      list: [
        {
          coin: 'BTC',
          cycle: 30,
          rounds: [
            {
              ...round,
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
          rounds: [round],
        },
      ],
    },
  },
  'GET contractOptionConfig': {
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
  'GET contractOption-history': {
    input: { size: '1', coin: 'BTC', cycle: '60' },
    output: {
      list: [
        {
          ...round,
          id: '1',
          period: '20261122-893',
          phase: 'void',
        },
      ],
      next: 'r1',
    },
  },
  'GET contractOption-starting': {
    input: { coin: 'BTC', cycle: '60' },
    output: {
      list: [round],
    },
  },
  'GET contractOption-opening': {
    input: { coin: 'BTC', cycle: '60' },
    output: {
      list: [
        {
          ...round,
          phase: 'in-progress',
        },
      ],
    },
  },
  'GET contractOptionCoin-coin-list': {
    input: {},
    output: {
      list: [
        { coin: 'BTC', pair: 'BTCUSDT', cycles: [30, 60, 120, 300], priceDecimals: 1, open: true },
        { coin: 'ETH', pair: 'ETHUSDT', cycles: [30, 60, 120, 300], priceDecimals: 2, open: true },
      ],
    },
  },
  'GET contractOptionCoin-coin-info': {
    input: { coin: 'BTC' },
    output: { coin: 'BTC', pair: 'BTCUSDT', cycles: [30, 60, 120, 300], priceDecimals: 1, open: true },
  },
  'POST contractOptionOrder-add': {
    input: { round: '4', direction: 'up', stake: '5' },
    output: {
      entry,
    },
  },
  'GET contractOptionOrder-current': {
    input: { coin: 'BTC' },
    output: {
      list: [entry],
    },
  },
  'GET contractOptionOrder-history': {
    input: { size: '2', coin: 'BTC' },
    output: {
      list: [
        {
          ...entry,
          round: {
            ...entered,
            phase: 'void',
          },
          outcome: 'draw',
        },
      ],
      next: null,
    },
  },
  'GET contractOptionOrder-detail': {
    input: { id: '2' },
    output: {
      entry: {
        ...entry,
        id: '2',
        round: {
          ...entered,
          id: '8',
          coin: 'ETH',
        },
      },
    },
  },
} satisfies Partial<Examples>;
