import type { Ticker } from '../../contract/entities/market.ts';
import type { Clock } from '../clock.ts';
import type { AreaHandlers } from '../http/handler.ts';
import { assets as ledgerAssets } from '../ledger/assets.ts';
import { Refusal } from '../refusal.ts';
import type { Market } from './market.ts';
import { assets } from './pairs.ts';

/** A pair listed within this counts as new (contract, `listedAt`). */
const newForMs = 30 * 86_400_000;

export interface MarketHandlerDeps {
  readonly market: Market;
  readonly clock: Clock;
  /** Whether a pair takes delegates now. */
  readonly isOpen: (pair: string) => boolean;
}

/** Calls of area `market`. */
export function createMarketHandlers({ market, clock, isOpen }: MarketHandlerDeps): AreaHandlers<'market'> {
  const listed = new Map(market.pairs.map((pair) => [pair.id, pair]));

  function mustHave(pair: string): void {
    if (!market.has(pair)) throw new Refusal('notFound');
  }

  const listedAt = (ticker: Ticker) => listed.get(ticker.pair)?.listedAt ?? 0;

  function board(name: 'spot' | 'gainers' | 'losers' | 'volume' | 'new'): Ticker[] {
    const tickers = market.tickers();
    switch (name) {
      case 'spot':
        return tickers;
      case 'gainers':
        return tickers
          .filter((ticker) => Number(ticker.change) > 0)
          .toSorted((a, b) => Number(b.change) - Number(a.change));
      case 'losers':
        return tickers
          .filter((ticker) => Number(ticker.change) < 0)
          .toSorted((a, b) => Number(a.change) - Number(b.change));
      case 'volume':
        return tickers.toSorted((a, b) => Number(b.turnover) - Number(a.turnover));
      case 'new':
        return tickers
          .filter((ticker) => listedAt(ticker) > clock() - newForMs)
          .toSorted((a, b) => listedAt(b) - listedAt(a));
    }
  }

  return {
    'GET common/huobiTicket': async () => ({ list: market.tickers() }),
    'GET common/tradeList': async ({ pair, size }) => {
      mustHave(pair);
      return { list: [...market.latestTrades(pair, size)] };
    },
    'GET common/kline': async ({ pair, interval, before, size }) => {
      mustHave(pair);
      return market.klines(pair, interval, before ?? null, size);
    },
    'GET common/symbolsList': async () => ({
      list: market.pairs.map((pair) => ({ ...pair, tags: [...pair.tags], open: isOpen(pair.id) })),
      assets: assets.map(({ id, name, decimals }) => ({
        id,
        name,
        decimals: ledgerAssets.get(id)?.displayDecimals ?? decimals,
      })),
    }),
    'GET common/new/changerSymbolsList': async ({ board: name, size }) => ({
      list: board(name)
        .slice(0, size)
        .map((ticker) => ({ ticker, line: market.hourlyLine(ticker.pair) })),
    }),
  };
}
