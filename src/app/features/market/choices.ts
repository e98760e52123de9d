import { observable } from '#app/platform/observable.ts';
import { readStored, writeStored } from '#app/platform/storage/storage.ts';
import { boardIds, columnIds, firstSort, isBoardId, type BoardId, type Sort } from './boards.ts';

const boardKey = 'dunlin.market.board';
const sortsKey = 'dunlin.market.sorts';
const recentKey = 'dunlin.market.recent';

/** Searches that are remembered; past it the oldest go. */
const recentMax = 8;

const pairPattern = /^[A-Z0-9]{4,16}$/;

function parsed(key: string): unknown {
  try {
    return JSON.parse(readStored(key) ?? 'null');
  } catch {
    return null;
  }
}

function isSort(value: unknown): value is Sort {
  if (typeof value !== 'object' || value === null || !('column' in value) || !('descending' in value)) return false;
  return columnIds.some((id) => id === value.column) && typeof value.descending === 'boolean';
}

function storedSorts(): Readonly<Record<BoardId, Sort>> {
  const stored = parsed(sortsKey);
  const kept: Readonly<Record<string, unknown>> = typeof stored === 'object' && stored !== null ? { ...stored } : {};
  const entries = boardIds.map((board) => {
    const sort = kept[board];
    return [board, isSort(sort) ? sort : firstSort(board)] as const;
  });
  return Object.fromEntries(entries) as Record<BoardId, Sort>;
}

function storedBoard(): BoardId {
  const stored = readStored(boardKey);
  return isBoardId(stored) ? stored : 'spot';
}

function storedRecent(): readonly string[] {
  const stored = parsed(recentKey);
  if (!Array.isArray(stored)) return [];
  return stored.filter((id): id is string => typeof id === 'string' && pairPattern.test(id)).slice(0, recentMax);
}

/** The board a user left; stored on the device. */
export const chosenBoard = observable<BoardId>(storedBoard());

export function chooseBoard(board: BoardId): void {
  writeStored(boardKey, board);
  chosenBoard.set(board);
}

/** How each board is sorted; stored on the device. */
export const sorts = observable<Readonly<Record<BoardId, Sort>>>(storedSorts());

export function chooseSort(board: BoardId, sort: Sort): void {
  const next = { ...sorts.get(), [board]: sort };
  writeStored(sortsKey, JSON.stringify(next));
  sorts.set(next);
}

/** Pairs that were found by a search and opened, the latest first; stored on the device. */
export const recentPairs = observable<readonly string[]>(storedRecent());

function keepRecent(pairs: readonly string[]): void {
  writeStored(recentKey, JSON.stringify(pairs));
  recentPairs.set(pairs);
}

export function rememberPair(pair: string): void {
  keepRecent([pair, ...recentPairs.get().filter((kept) => kept !== pair)].slice(0, recentMax));
}

export function forgetRecent(): void {
  keepRecent([]);
}
