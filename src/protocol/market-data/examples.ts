import type { Pair } from './entities/market.ts';
import type { Examples } from '../core/example.ts';

/** A pair as the exchange lists it. */
export const listedPair: Pair = {
  id: 'BTCUSDT',
  base: 'BTC',
  quote: 'USDT',
  name: 'Bitcoin',
  tickSize: '0.1',
  priceDecimals: 1,
  lotSize: '0.00001',
  amountDecimals: 5,
  minAmount: '0.00001',
  maxAmount: '30',
  minTotal: '5',
  makerFee: '0.0008',
  takerFee: '0.001',
  tags: ['layer1', 'payment'],
  listedAt: 1609718400000,
  open: true,
  state: 'open',
  opensAt: null,
  cancelsAt: null,
  closesAt: null,
};

export const marketExamples = {
  'GET common/huobiTicket': {
    input: {},
    output: {
      list: [
        {
          pair: 'BTCUSDT',
          last: '62447.8',
          open: '61371.5',
          high: '62873.0',
          low: '61147.6',
          volume: '2271.47542',
          turnover: '141008767.663898',
          change: '1.75',
          at: 1795359121805,
        },
        {
          pair: 'ETHUSDT',
          last: '3400.33',
          open: '3326.75',
          high: '3405.49',
          low: '3303.04',
          volume: '25433.1956',
          turnover: '85138628.987566',
          change: '2.21',
          at: 1795359121805,
        },
      ],
    },
  },
  'GET common/tradeList': {
    input: { pair: 'ETHUSDT', size: '2' },
    output: {
      list: [
        { id: '90311', price: '2412.35', amount: '0.4', side: 'buy', at: 1795359121805 },
        { id: '90310', price: '2412.30', amount: '1.25', side: 'sell', at: 1795359121305 },
      ],
    },
  },
  'GET common/kline': {
    input: { pair: 'BTCUSDT', interval: '1h', size: '2' },
    output: {
      list: [
        [1795352400000, '62358.1', '62463.8', '62198.8', '62232.8', '89.59832'],
        [1795356000000, '62232.8', '62616.8', '62190.6', '62447.8', '80.86926'],
      ],
      more: true,
    },
  },
  'GET common/symbolsList': {
    input: {},
    output: {
      list: [
        listedPair,
        {
          id: 'ETHUSDT',
          base: 'ETH',
          quote: 'USDT',
          name: 'Ethereum',
          tickSize: '0.01',
          priceDecimals: 2,
          lotSize: '0.0001',
          amountDecimals: 4,
          minAmount: '0.0001',
          maxAmount: '600',
          minTotal: '5',
          makerFee: '0.0008',
          takerFee: '0.001',
          tags: ['layer1'],
          listedAt: 1609718400000,
          open: true,
          state: 'open',
          opensAt: null,
          cancelsAt: null,
          closesAt: null,
        },
      ],
      indices: [{ id: 'XAUUSDT', base: 'XAU', quote: 'USDT', name: 'Gold', priceDecimals: 2, amountDecimals: 3 }],
      assets: [
        { id: 'USDT', name: 'Tether', decimals: 2 },
        { id: 'BTC', name: 'Bitcoin', decimals: 8 },
      ],
    },
  },
  'GET common/new/changerSymbolsList': {
    input: { board: 'gainers', size: '2' },
    output: {
      list: [
        {
          ticker: {
            pair: 'SOLUSDT',
            last: '164.35',
            open: '158.18',
            high: '164.43',
            low: '157.57',
            volume: '192816.724',
            turnover: '31071769.31361',
            change: '3.90',
            at: 1795359121805,
          },
          line: ['158.18', '158.58', '159.10'],
          contract: null,
        },
      ],
    },
  },
} satisfies Partial<Examples>;
