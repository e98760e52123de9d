import { dayMs } from '../../../protocol/durations.ts';
import type { CallOutput, CheckedInput } from '../../../protocol/calls.ts';
import type { Pair, Ticker } from '../../../protocol/entities/market.ts';
import type { Wallet } from '../../../protocol/wallets.ts';
import type { Clock } from '../../core/clock/clock.ts';
import type { AreaHandlers } from '../../core/handler.ts';
import { assets as ledgerAssets } from '../../core/assets.ts';
import { Refusal } from '../../core/failures/refusal.ts';
import type { ChartedMarket } from './index-market.ts';
import type { Market } from './market.ts';
import { assets } from '../pairs.ts';

/** A pair listed within this counts as new (contract, `listedAt`). */
const newForMs = 30 * dayMs;

/** A contract as boards list it. */
export interface BoardContract {
  readonly id: string;
  readonly name: string;
  /** The pair or index whose figures stand there for it. */
  readonly pair: string;
  readonly wallet: Wallet;
}

export interface MarketHandlerDeps {
  readonly market: Market;
  /** The same and the markets of indices. */
  readonly charted: ChartedMarket;
  readonly indices: readonly Pair[];
  readonly contracts: () => readonly BoardContract[];
  readonly clock: Clock;
  /** Whether a pair takes orders now. */
  readonly isOpen: (pair: string) => boolean;
}

type Board = CallOutput<'GET common/new/changerSymbolsList'>['list'];

/** Calls of area `market`. */
export function createMarketHandlers(deps: MarketHandlerDeps): AreaHandlers<'market'> {
  const { market, charted, clock, isOpen } = deps;
  const listed = new Map(market.pairs.map((pair) => [pair.id, pair]));

  function mustHave(pair: string): void {
    if (!market.has(pair)) throw new Refusal('notFound');
  }

  const listedAt = (ticker: Ticker) => listed.get(ticker.pair)?.listedAt ?? 0;

  function board(name: Exclude<CheckedInput<'GET common/new/changerSymbolsList'>['board'], 'contract' | 'gold'>) {
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

  /** Contracts of a wallet with the figures of what they follow. */
  function contractBoard(wallet: 'contract' | 'gold'): Board {
    return deps
      .contracts()
      .filter((contract) => contract.wallet === wallet && charted.has(contract.pair))
      .map(({ id, name, pair }) => ({
        ticker: charted.ticker(pair),
        line: charted.hourlyLine(pair),
        contract: { id, name },
      }));
  }

  return {
    'GET common/huobiTicket': async () => ({ list: market.tickers() }),
    'GET common/tradeList': async ({ pair, size }) => {
      mustHave(pair);
      return { list: [...market.latestTrades(pair, size)] };
    },
    'GET common/kline': async ({ pair, interval, before, size }) => {
      if (!charted.has(pair)) throw new Refusal('notFound');
      return charted.klines(pair, interval, before ?? null, size);
    },
    'GET common/symbolsList': async () => ({
      list: market.pairs.map((pair) => ({ ...pair, tags: [...pair.tags], open: isOpen(pair.id) })),
      indices: deps.indices.map(({ id, base, quote, name, priceDecimals, amountDecimals }) => ({
        id,
        base,
        quote,
        name,
        priceDecimals,
        amountDecimals,
      })),
      assets: assets.map(({ id, name, decimals }) => ({
        id,
        name,
        decimals: ledgerAssets.get(id)?.displayDecimals ?? decimals,
      })),
    }),
    'GET common/new/changerSymbolsList': async ({ board: name, size }) => ({
      list:
        name === 'contract' || name === 'gold'
          ? contractBoard(name).slice(0, size)
          : board(name)
              .slice(0, size)
              .map((ticker) => ({ ticker, line: market.hourlyLine(ticker.pair), contract: null })),
    }),
  };
}
