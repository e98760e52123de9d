import type { CallOutput } from '#protocol/calls.ts';
import type { Pair, Ticker } from '#protocol/market-data/entities/market.ts';
import { callQuery } from '#app/platform/api/call-query.ts';

/** Every pair's last 24 hours with a small line. All boards are made of it, so that they open without a network. */
export const boardQuery = { ...callQuery('GET common/new/changerSymbolsList', { board: 'spot' }), staleTime: 30_000 };

/** Boards of contracts: they are few, stand in the exchange's order, and lead to their own screen. */
export type ContractBoardId = 'contract' | 'gold';

/** Contracts of a kind with the figures of what they follow. */
export function contractBoardQuery(board: ContractBoardId) {
  return { ...callQuery('GET common/new/changerSymbolsList', { board }), staleTime: 30_000 };
}

/** A pair as lists show it. */
export interface Listed {
  readonly pair: Pair;
  readonly ticker: Ticker;
  /** Hourly closes of the last 24 hours for the sparkline: a picture, so numbers will do. */
  readonly line: readonly number[];
}

/** Pairs that have a ticker, in the exchange's own order. */
export function listedPairs(
  pairs: CallOutput<'GET common/symbolsList'> | undefined,
  board: CallOutput<'GET common/new/changerSymbolsList'> | undefined,
): readonly Listed[] | null {
  if (pairs === undefined || board === undefined) return null;
  const figures = new Map(board.list.map((entry) => [entry.ticker.pair, entry]));
  return pairs.list.flatMap((pair) => {
    const entry = figures.get(pair.id);
    return entry === undefined ? [] : [{ pair, ticker: entry.ticker, line: entry.line.map(Number) }];
  });
}
