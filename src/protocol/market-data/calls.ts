import * as v from 'valibot';
import { defineCalls } from '../core/call.ts';
import { contractId } from '../contracts/entities.ts';
import { candle, chartedIndex, interval, pair, ticker, trade } from './entities/market.ts';
import { nothing, pairId, queryInteger, timestamp } from '../core/fields.ts';
import { klineSizeDefault, klineSizeMax, tradeListSizeMax } from '../core/limits.ts';

/** Boards of the market screen. */
const boards = ['spot', 'contract', 'gold', 'gainers', 'losers', 'volume', 'new'] as const;

/** Prices may be shared for so long: less than a poll of them takes to come again. */
const pricesSharedSeconds = 2;

/** Calls of area `market`. */
export const marketCalls = defineCalls({
  'GET common/huobiTicket': {
    area: 'market',
    access: 'public',
    money: false,
    sharedSeconds: pricesSharedSeconds,
    purpose: 'Tickers of all pairs.',
    input: nothing,
    output: v.object({ list: v.array(ticker) }),
    refuses: [],
  },
  'GET common/tradeList': {
    area: 'market',
    access: 'public',
    money: false,
    sharedSeconds: pricesSharedSeconds,
    purpose: 'Latest public trades of a pair, newest first.',
    input: v.strictObject({ pair: pairId, size: v.optional(queryInteger(1, tradeListSizeMax), '50') }),
    output: v.object({ list: v.array(trade) }),
    refuses: ['notFound'],
  },
  'GET common/kline': {
    area: 'market',
    access: 'public',
    money: false,
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
  },
  'GET common/symbolsList': {
    area: 'market',
    access: 'public',
    money: false,
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
  },
  'GET common/new/changerSymbolsList': {
    area: 'market',
    access: 'public',
    money: false,
    sharedSeconds: pricesSharedSeconds,
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
  },
});
