import type { Pair } from '#protocol/market-data/entities/market.ts';
import type { AreaHandlers } from '#server/core/handler.ts';
import type { ListedCoin } from '#server/core/instruments/listed.ts';
import { instruments } from '#server/core/instruments/instruments.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import { createBoards, type BoardsDeps } from './boards.ts';
import { quoteAsset } from '../pairs.ts';

export interface MarketHandlerDeps extends BoardsDeps {
  readonly indices: readonly Pair[];
  /** Whether a pair takes orders now. */
  readonly isOpen: (pair: string) => boolean;
}

/** Calls of area `market`. */
export function createMarketHandlers(deps: MarketHandlerDeps): AreaHandlers<'market'> {
  const { market, charted, isOpen } = deps;

  function mustHave(pair: string): void {
    if (!market.has(pair)) throw new Refusal('notFound');
  }

  const boards = createBoards(deps);

  return {
    'GET common/huobiTicket': async () => ({ list: market.tickers() }),
    'GET common/tradeList': async ({ pair, size }) => {
      mustHave(pair);
      return { list: [...market.latestTrades(pair, size)] };
    },
    'GET common/kline': async ({ pair, interval, before, size }) => {
      if (!charted.has(pair)) throw new Refusal('notFound');
      const { list, more } = await charted.klines(pair, interval, before ?? null, size);
      const gaps = charted.gaps(pair, interval, list, before ?? null);
      const missing = gaps.map(({ fromMs, toMs }): [number, number] => [fromMs, toMs]);
      return { list, more, ...(missing.length > 0 && { missing }) };
    },
    'GET common/symbolsList': async () => ({
      list: market.pairs.map((pair) => pairForApps(pair, isOpen(pair.id))),
      indices: deps.indices.map(({ id, base, quote, name, priceDecimals, amountDecimals }) => ({
        id,
        base,
        quote,
        name,
        priceDecimals,
        amountDecimals,
      })),
      assets: coinsInOrder(market.pairs).map(({ id, name, displayDecimals }) => ({
        id,
        name,
        decimals: displayDecimals,
      })),
    }),
    'GET common/new/changerSymbolsList': async ({ board: name, size }) => ({
      list:
        name === 'contract' || name === 'gold'
          ? boards.contracts(name).slice(0, size)
          : boards
              .pairs(name)
              .slice(0, size)
              .map((ticker) => ({ ticker, line: market.hourlyLine(ticker.pair), contract: null })),
    }),
  };
}

/** A pair as apps know it: without what only the exchange needs. */
function pairForApps(pair: Pair, open: boolean): Pair {
  const { referencePrice: _, ...shown } = { referencePrice: null, ...pair };
  return { ...shown, tags: [...shown.tags], open };
}

/** Every coin: the quote coin, then the bases in the order of boards, then those without a pair. */
function coinsInOrder(pairs: readonly Pair[]): ListedCoin[] {
  const { coins } = instruments;
  const ids = new Set([quoteAsset, ...pairs.map(({ base }) => base), ...coins.keys()]);
  return [...ids].flatMap((id) => coins.get(id) ?? []);
}
