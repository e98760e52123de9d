import type { Pair, Ticker } from '#protocol/market-data/entities/market.ts';
import type { AreaHandlers } from '#server/core/handler.ts';
import type { ListedCoin } from '#server/core/instruments/listed.ts';
import { instruments } from '#server/core/instruments/instruments.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import { quoteAsset, findPair } from '../pairs.ts';
import type { CallOutput, CheckedInput } from '#protocol/calls.ts';
import { dayMs } from '#protocol/core/durations.ts';
import type { Wallet } from '#protocol/wallets/wallets.ts';
import type { Clock } from '#server/core/clock/clock.ts';
import type { ChartedMarket } from './index-market.ts';
import type { Market } from './market.ts';

/** A contract as boards list it. */
interface BoardContract {
  readonly id: string;
  readonly name: string;
  /** The pair or index whose ticker is shown for it. */
  readonly pair: string;
  readonly wallet: Wallet;
}

export interface MarketHandlerDeps {
  readonly market: Market;
  /** The markets of pairs and indices. */
  readonly charted: ChartedMarket;
  readonly contracts: () => readonly BoardContract[];
  readonly clock: Clock;
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

/** A pair listed within this counts as new (contract, `listedAt`). */
const newForMs = 30 * dayMs;

type BoardName = CheckedInput<'GET common/new/changerSymbolsList'>['board'];
type ContractBoardName = 'contract' | 'gold';
type BoardLines = CallOutput<'GET common/new/changerSymbolsList'>['list'];

/** Boards: pairs and contracts as listed on the home and markets screens. */
interface Boards {
  /** Tickers of the pairs of a board, in its order. */
  pairs(name: Exclude<BoardName, ContractBoardName>): readonly Ticker[];
  /** Contracts of a wallet with the tickers of their underlyings. */
  contracts(wallet: ContractBoardName): BoardLines;
}

/** Current boards of the markets. */
function createBoards({ market, charted, contracts, clock }: MarketHandlerDeps): Boards {
  const listedAt = (ticker: Ticker) => findPair(ticker.pair)?.listedAt ?? 0;

  return {
    pairs(name) {
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
    },
    contracts: (wallet) =>
      contracts()
        .filter((contract) => contract.wallet === wallet && charted.has(contract.pair))
        .map(({ id, name, pair }) => ({
          ticker: charted.ticker(pair),
          line: charted.hourlyLine(pair),
          contract: { id, name },
        })),
  };
}
