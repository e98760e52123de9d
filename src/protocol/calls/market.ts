import * as v from 'valibot';
import { defineCalls } from '../call.ts';
import { contractId } from '../entities/contract.ts';
import { candle, chartedIndex, interval, pair, ticker, trade } from '../entities/market.ts';
import { nothing, pairId, queryInteger } from '../fields.ts';
import { klineSizeDefault, klineSizeMax, tradeListSizeMax } from '../limits.ts';

/** Boards of the market screen. */
export const boards = ['spot', 'contract', 'gold', 'gainers', 'losers', 'volume', 'new'] as const;

/** Calls of area `market`. */
export const marketCalls = defineCalls({
  'GET common/huobiTicket': {
    area: 'market',
    access: 'public',
    money: false,
    purpose: 'Tickers of all pairs.',
    input: nothing,
    output: v.object({ list: v.array(ticker) }),
    refuses: [],
  },
  'GET common/tradeList': {
    area: 'market',
    access: 'public',
    money: false,
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
      /** A pair, an index, or a contract by its id: no two share one. */
      pair: pairId,
      interval,
      /** Candles that start before this moment; the newest when absent. */
      before: v.optional(queryInteger(0, Number.MAX_SAFE_INTEGER)),
      size: v.optional(queryInteger(1, klineSizeMax), String(klineSizeDefault)),
    }),
    output: v.object({
      list: v.array(candle),
      /** Whether older candles exist. */
      more: v.boolean(),
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
      /** Assets with the digits their amounts are shown with. */
      assets: v.array(v.object({ id: v.string(), name: v.string(), decimals: v.number() })),
    }),
    refuses: [],
  },
  'GET common/new/changerSymbolsList': {
    area: 'market',
    access: 'public',
    money: false,
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
          /** Hourly closes of the last 24 hours, oldest first, for a sparkline. */
          line: v.array(v.string()),
          /** On the boards of contracts, whose figures are those of the pair or index they follow; null on all others. */
          contract: v.nullable(v.object({ id: contractId, name: v.string() })),
        }),
      ),
    }),
    refuses: [],
  },
});
