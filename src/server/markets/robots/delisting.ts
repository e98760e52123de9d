import type { Ms } from '#protocol/core/brand.ts';
import { findPair } from '../pairs.ts';
import { coinsOf } from './robot-coins.ts';
import type { RobotRow } from './tables.ts';

/**
 * What the end of a pair means for robots. From its announcement on a pair takes no order, so a robot on it waits. Once the
 * pair's orders are cancelled nothing can be sold on it any more: the robot ends by itself and returns what it holds as it is.
 * A basket ends with the first of its pairs that does.
 */

/** The announced end of a pair of a robot. */
export interface Delisting {
  readonly pair: string;
  /** When robots on the pair end by themselves. */
  readonly endsAt: Ms;
}

/** When robots on a pair end by themselves, as its row says now; null while no end of the pair is announced. */
export function endOfPair(id: string): Ms | null {
  const pair = findPair(id);
  // One that is gone has ended, whenever its orders were to be cancelled.
  if (pair?.state === 'closed') return 0;
  return pair?.state === 'closing' ? pair.cancelsAt : null;
}

/** Whether nothing can be sold on a pair any more. */
export function hasPairEnded(id: string, now: Ms): boolean {
  const endsAt = endOfPair(id);
  return endsAt !== null && endsAt <= now;
}

/** The first announced end among the pairs of a robot; null while none is announced. */
export function delistingOf(row: Parameters<typeof coinsOf>[0]): Delisting | null {
  return coinsOf(row).reduce<Delisting | null>((first, { pair }) => {
    const endsAt = endOfPair(pair);
    return endsAt === null || (first !== null && first.endsAt <= endsAt) ? first : { pair, endsAt };
  }, null);
}

/** Whether a robot is on its way to return all as it is: nothing of it waits for a sale. */
export function isKeeping({ state, keep }: Pick<RobotRow, 'state' | 'keep'>): boolean {
  return state === 'stopping' && keep === true;
}
