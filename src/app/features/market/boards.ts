import { dayMs } from '#protocol/core/durations.ts';
import { compareDecimals } from '#protocol/core/decimal.ts';
import type { Ticker } from '#protocol/market-data/entities/market.ts';
import { directionOf } from '#app/platform/format/number-format.ts';
import type { ContractBoardId, Listed } from './queries.ts';

/** Boards of the market screen, in the order of its tabs. */
export const boardIds = ['favourites', 'spot', 'contract', 'gold', 'gainers', 'losers', 'new'] as const;
export type BoardId = (typeof boardIds)[number];

export function isContractBoard(board: BoardId): board is ContractBoardId {
  return board === 'contract' || board === 'gold';
}

export function isBoardId(text: unknown): text is BoardId {
  return boardIds.some((id) => id === text);
}

/** Kinds of coins a board can be narrowed to, by the tags pairs carry. */
const tagIds = ['layer1', 'layer2', 'defi', 'meme', 'payment', 'ai'] as const;
export type TagId = (typeof tagIds)[number];

export const columnIds = ['name', 'volume', 'price', 'change'] as const;
export type ColumnId = (typeof columnIds)[number];

export interface Sort {
  readonly column: ColumnId;
  readonly descending: boolean;
}

/** How long a pair counts as new after its listing. */
const newForMs = 30 * dayMs;

/** Default order of a board. */
export function firstSort(board: BoardId): Sort {
  if (board === 'gainers') return { column: 'change', descending: true };
  if (board === 'losers') return { column: 'change', descending: false };
  return { column: 'volume', descending: true };
}

/** The sort after a tap on a column: names begin with A, figures with the largest; a second tap turns it round. */
export function nextSort(sort: Sort, column: ColumnId): Sort {
  if (sort.column === column) return { column, descending: !sort.descending };
  return { column, descending: column !== 'name' };
}

export interface BoardChoice {
  readonly board: BoardId;
  readonly tag: TagId | null;
  readonly favourites: readonly string[];
  /** Server time, for what is new. */
  readonly nowMs: number;
}

/** The pairs of a board. Gainers and losers go by the change as it is shown, so 0.00% is neither. */
export function ofBoard(listed: readonly Listed[], choice: BoardChoice): readonly Listed[] {
  const { board, tag, favourites, nowMs } = choice;
  return listed.filter(({ pair, ticker }) => {
    if (board === 'favourites') return favourites.includes(pair.id);
    if (board === 'new') return nowMs - pair.listedAt < newForMs;
    if (tag !== null && !pair.tags.includes(tag)) return false;
    if (board === 'gainers') return directionOf(ticker.change) > 0;
    return board !== 'losers' || directionOf(ticker.change) < 0;
  });
}

const compared: Readonly<Record<Exclude<ColumnId, 'name'>, (ticker: Ticker) => string>> = {
  volume: (ticker) => ticker.turnover,
  price: (ticker) => ticker.last,
  change: (ticker) => ticker.change,
};

function byName(a: Listed, b: Listed): number {
  return a.pair.base < b.pair.base ? -1 : a.pair.base > b.pair.base ? 1 : 0;
}

/** Sorted pairs; those that are equal stand by name, so that the order never depends on what it was before. */
export function sorted(listed: readonly Listed[], { column, descending }: Sort): readonly Listed[] {
  const sign = descending ? -1 : 1;
  if (column === 'name') return listed.toSorted((a, b) => sign * byName(a, b));
  const figure = compared[column];
  return listed.toSorted((a, b) => sign * compareDecimals(figure(a.ticker), figure(b.ticker)) || byName(a, b));
}

/** The pairs with the newest of two tickers each. */
export function withTickers(listed: readonly Listed[], live: ReadonlyMap<string, Ticker> | null): readonly Listed[] {
  if (live === null) return listed;
  return listed.map((entry) => {
    const ticker = live.get(entry.pair.id);
    return ticker === undefined || ticker.at < entry.ticker.at ? entry : { ...entry, ticker };
  });
}
