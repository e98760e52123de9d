import type { CallOutput, CheckedInput } from '#protocol/calls.ts';
import { dayMs } from '#protocol/core/durations.ts';
import type { Ticker } from '#protocol/market-data/entities/market.ts';
import type { Wallet } from '#protocol/wallets/wallets.ts';
import type { Clock } from '#server/core/clock/clock.ts';
import { findPair } from '../pairs.ts';
import type { ChartedMarket } from './index-market.ts';
import type { Market } from './market.ts';

/** A pair listed within this counts as new (contract, `listedAt`). */
const newForMs = 30 * dayMs;

/** A contract as boards list it. */
interface BoardContract {
  readonly id: string;
  readonly name: string;
  /** The pair or index whose ticker is shown for it. */
  readonly pair: string;
  readonly wallet: Wallet;
}

/** The items boards list. */
export interface BoardsDeps {
  readonly market: Market;
  /** The markets of pairs and indices. */
  readonly charted: ChartedMarket;
  readonly contracts: () => readonly BoardContract[];
  readonly clock: Clock;
}

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
export function createBoards({ market, charted, contracts, clock }: BoardsDeps): Boards {
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
