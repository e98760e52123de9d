import type { Ticks } from '#protocol/core/brand.ts';

/**
 * The last closes of a robot with their sums, as plain data. Closes are kept in blocks: the next one copies a block and not
 * hundreds of closes.
 */
export interface Closes {
  /** Full blocks, oldest first. */
  readonly blocks: readonly (readonly Ticks[])[];
  /** The newest closes, oldest first; fewer than make a block. */
  readonly tail: readonly Ticks[];
  readonly count: number;
  /** Sums of the closes of the fast and the slow average, or of as many as there are. */
  readonly fast: number;
  readonly slow: number;
}

const blockSize = 16;

export const noCloses: Closes = { blocks: [], tail: [], count: 0, fast: 0, slow: 0 };

/** A close by how many came after it; all of those that are kept. */
function closeAt({ blocks, tail }: Closes, back: number): Ticks {
  const inTail = tail.length - 1 - back;
  if (inTail >= 0) return tail[inTail] ?? 0;
  // How far before the first of the tail, from 0 on.
  const before = -inTail - 1;
  const block = blocks[blocks.length - 1 - Math.floor(before / blockSize)];
  return block?.[blockSize - 1 - (before % blockSize)] ?? 0;
}

/** Closes with one more. @param fast @param slow how many closes the averages have, the slow one more */
export function withClose(closes: Closes, close: Ticks, fast: number, slow: number): Closes {
  const leavesFast = closes.count >= fast ? closeAt(closes, fast - 1) : 0;
  const leavesSlow = closes.count >= slow ? closeAt(closes, slow - 1) : 0;
  const isFull = closes.tail.length === blockSize - 1;
  const tail = [...closes.tail, close];
  // A block more than the slow average needs is never looked at.
  const keptBlocks = Math.ceil(slow / blockSize) + 1;
  return {
    blocks: isFull ? [...closes.blocks, tail].slice(-keptBlocks) : closes.blocks,
    tail: isFull ? [] : tail,
    count: Math.min(closes.count + 1, slow),
    fast: closes.fast + close - leavesFast,
    slow: closes.slow + close - leavesSlow,
  };
}

/** Whether the simple moving average of the fast closes is above that of the slow ones, without a division. */
export function isFastAbove(closes: Closes, fast: number, slow: number): boolean {
  return closes.fast * slow > closes.slow * fast;
}
