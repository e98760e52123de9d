import * as v from 'valibot';
import { defineCalls } from '../core/call.ts';
import { contractId } from '../contracts/entities.ts';
import { candle, chartedIndex, interval, pair, ticker, trade } from './entities/market.ts';
import { nothing, pairId, queryInteger, timestamp } from '../core/fields.ts';
import { klineSizeDefault, klineSizeMax, tradeListSizeMax } from '../core/limits.ts';
import * as sample from './examples.ts';

/** Boards of the market screen. */
const boards = ['spot', 'contract', 'gold', 'gainers', 'losers', 'volume', 'new'] as const;

/** Prices may be shared for so long: less than a poll of them takes to come again. */
const pricesSharedSeconds = 2;

/** Calls of area `market`. */
export const marketCalls = defineCalls({
  'GET common/huobiTicket': {
    area: 'market',
    tag: 'Market data',
    access: 'public',
    money: false,
    sharedSeconds: pricesSharedSeconds,
    cost: 'memory',
    purpose: 'Tickers of all pairs.',
    input: nothing,
    output: v.object({ list: v.array(ticker) }),
    refuses: [],
    example: {
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
  },
  'GET common/tradeList': {
    area: 'market',
    tag: 'Market data',
    access: 'public',
    money: false,
    sharedSeconds: pricesSharedSeconds,
    cost: 'memory',
    purpose: 'Latest public trades of a pair, newest first.',
    input: v.strictObject({ pair: pairId, size: v.optional(queryInteger(1, tradeListSizeMax), '50') }),
    output: v.object({ list: v.array(trade) }),
    refuses: ['notFound'],
    example: {
      input: { pair: 'ETHUSDT', size: '2' },
      output: {
        list: [
          { id: '90311', price: '2412.35', amount: '0.4', side: 'buy', at: 1795359121805 },
          { id: '90310', price: '2412.30', amount: '1.25', side: 'sell', at: 1795359121305 },
        ],
      },
    },
  },
  'GET common/kline': {
    area: 'market',
    tag: 'Market data',
    access: 'public',
    money: false,
    cost: 'read',
    purpose: 'K-lines of a pair, index or contract and interval, oldest first; `before` pages back in time.',
    input: v.strictObject({
      pair: v.pipe(pairId, v.description('A pair, an index, or a contract by its id: no two share one.')),
      interval,
      before: v.pipe(
        v.optional(queryInteger(0, Number.MAX_SAFE_INTEGER)),
        v.description('Candles that start before this moment; the newest when absent.'),
      ),
      size: v.optional(queryInteger(1, klineSizeMax), String(klineSizeDefault)),
    }),
    output: v.object({
      list: v.array(candle),
      more: v.pipe(v.boolean(), v.description('Whether older candles exist.')),
      missing: v.optional(
        v.pipe(
          v.array(v.tuple([timestamp, timestamp])),
          v.description(
            'Times between these candles, from and up to, of which nobody knows what was traded: the exchange did not run, and no other source answered. A time without trades has flat candles instead.',
          ),
        ),
      ),
    }),
    refuses: ['notFound'],
    example: {
      input: { pair: 'BTCUSDT', interval: '1h', size: '2' },
      output: {
        list: [
          [1795352400000, '62358.1', '62463.8', '62198.8', '62232.8', '89.59832'],
          [1795356000000, '62232.8', '62616.8', '62190.6', '62447.8', '80.86926'],
        ],
        more: true,
      },
    },
  },
  'GET common/symbolsList': {
    area: 'market',
    tag: 'Market data',
    access: 'public',
    money: false,
    cost: 'memory',
    purpose: 'Pairs with precisions and limits, and the indices that contracts follow.',
    input: nothing,
    output: v.object({
      list: v.array(pair),
      indices: v.array(chartedIndex),
      assets: v.pipe(
        v.array(v.object({ id: v.string(), name: v.string(), decimals: v.number() })),
        v.description('Assets with the digits their amounts are shown with.'),
      ),
    }),
    refuses: [],
    example: {
      input: {},
      output: {
        list: [
          sample.listedPair,
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
  },
  'GET common/new/changerSymbolsList': {
    area: 'market',
    tag: 'Market data',
    access: 'public',
    money: false,
    sharedSeconds: pricesSharedSeconds,
    cost: 'memory',
    purpose:
      'Tickers by board: spot, contract, gold, gainers, losers, volume, new, with a small price line of the last 24 hours.',
    input: v.strictObject({
      board: v.optional(v.picklist(boards), 'spot'),
      size: v.optional(queryInteger(1, 100), '100'),
    }),
    output: v.object({
      list: v.array(
        v.object({
          ticker,
          line: v.pipe(
            v.array(v.string()),
            v.description('Hourly closes of the last 24 hours, oldest first, for a sparkline.'),
          ),
          contract: v.pipe(
            v.nullable(v.object({ id: contractId, name: v.string() })),
            v.description(
              'On the boards of contracts, whose figures are those of the pair or index they follow; null on all others.',
            ),
          ),
        }),
      ),
    }),
    refuses: [],
    example: {
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
  },
});
