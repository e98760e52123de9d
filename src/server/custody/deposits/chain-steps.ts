import type { BlockPayments, ChainBlock, OursOf, WatchedChain } from '../chains/chain.ts';
import { dropBlock, readBlock, type ReadingDeps } from './block-reading.ts';
import { beginAt, newestScanned, scannedAt, type ScannedBlock } from './scanned-blocks.ts';

/**
 * A block that could not be read so often, while its node answered everything else, is read without what the node does
 * not answer about: that is set aside, and the chain goes on.
 */
export const wholeTriesMax = 5;

/** Steps along one chain: a block read, or one of another branch dropped. */
export interface ChainSteps {
  /** Goes on by one block, forth or back. @returns whether there was one */
  step(): Promise<boolean>;
  /** Called when the watcher sets out for the tip again: blocks that were dropped before may be read again. */
  forgetDropped(): void;
}

/** Steps along a chain behind the newest block that was recorded. */
export function chainSteps(deps: ReadingDeps, chain: WatchedChain, ours: OursOf): ChainSteps {
  const { pool } = deps.database;
  /** The block that could not be read, and how often. */
  let unreadable = { hash: '', times: 0 };
  /** Blocks that were dropped since the watcher last went on to the tip. */
  const dropped = new Set<string>();

  async function drop(block: ScannedBlock): Promise<void> {
    await dropBlock(deps, chain, block);
    dropped.add(block.hash);
  }

  async function paymentsOf(block: ChainBlock): Promise<BlockPayments> {
    const times = unreadable.hash === block.hash ? unreadable.times : 0;
    try {
      return await chain.payments(block, ours, times >= wholeTriesMax);
    } catch (error) {
      unreadable = { hash: block.hash, times: times + 1 };
      throw error;
    }
  }

  async function step(): Promise<boolean> {
    const newest = await newestScanned(pool, chain.id);
    const tip = await chain.tip();
    if (newest === null) {
      await beginAt(pool, chain.id, tip);
      return false;
    }
    if (tip.hash === newest.hash) return false;
    if (tip.height <= newest.height) {
      // A node that is behind shows a block that was read before; any other one is of another branch.
      const known = await scannedAt(pool, chain.id, tip.height);
      if (known?.hash === tip.hash) return false;
      await drop(newest);
      return true;
    }
    const next = await chain.block(newest.height + 1);
    if (next === null) return false;
    if (next.parent === newest.hash) {
      // A node whose blocks do not hang together would have them read and dropped for ever: it is asked again later.
      if (dropped.has(next.hash)) throw new Error(`${chain.id} takes back what it said of block ${next.height}`);
      await readBlock(deps, chain, newest, next, await paymentsOf(next));
    } else {
      await drop(newest);
    }
    return true;
  }

  return { step, forgetDropped: () => dropped.clear() };
}
