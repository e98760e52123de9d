import { storageKeys } from '#protocol/core/storage-keys.ts';
import { observable } from '../observable.ts';
import { readStored, writeStored } from './storage.ts';

/** Favourites one device keeps; past it the oldest go. */
const favouritesMax = 100;
const pairPattern = /^[A-Z0-9]{4,16}$/;

function readFavourites(text: string | null): readonly string[] {
  try {
    const stored: unknown = JSON.parse(text ?? '[]');
    if (!Array.isArray(stored)) return [];
    return stored.filter((pair): pair is string => typeof pair === 'string' && pairPattern.test(pair));
  } catch {
    return [];
  }
}

/** Pairs a user has starred, in the order of starring; stored on the device. */
export const favourites = observable<readonly string[]>(readFavourites(readStored(storageKeys.favourites)));

/** Stars a pair, or takes its star away. */
export function toggleFavourite(pair: string): void {
  const now = favourites.get();
  const next = now.includes(pair) ? now.filter((kept) => kept !== pair) : [...now, pair].slice(-favouritesMax);
  favourites.set(next);
  writeStored(storageKeys.favourites, JSON.stringify(next));
}
