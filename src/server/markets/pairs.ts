import type { ListedPair } from '../core/instruments/listed.ts';
import { instruments } from '../core/instruments/instruments.ts';

export { quoteAsset } from '../core/instruments/listed.ts';

/** Every pair that was ever listed, in the order of boards and in any state: what the tables say now. */
export const pairs: readonly ListedPair[] = instruments.pairs;

/** The pair with an id, or null. */
export function findPair(id: string): ListedPair | null {
  return instruments.pair(id);
}

/**
 * The pair with an id that the exchange itself names.
 *
 * @throws Error when there is none: a broken invariant
 */
export function pairOf(id: string): ListedPair {
  const pair = instruments.pair(id);
  if (pair === null) throw new Error(`no pair ${id}`);
  return pair;
}
