import type { BlockPayments, ChainBlock, OursOf, WatchedChain } from '../chains/chain.ts';
import { dropBlock, readBlock, type ReadingDeps } from './block-reading.ts';
import { beginAt, newestScanned, scannedAt, type ScannedBlock } from './scanned-blocks.ts';

/**
 * After this many failures of a block whose node answers otherwise, it is read without the failing items: they are set
 * aside, and the chain continues.
 */
export const wholeTriesMax = 5;

/** Steps along one chain: reads a block, or drops one of another branch. */
export interface ChainSteps {
  /** Moves one block forward or back. @returns whether there was one */
  step(): Promise<boolean>;
  /** Called when the watcher resumes towards the tip: dropped blocks may be read again. */
  forgetDropped(): void;
}

/** Steps along a chain from the newest recorded block. */
export function chainSteps(deps: ReadingDeps, chain: WatchedChain, ours: OursOf): ChainSteps {
  const { pool } = deps.database;
  /** The block that could not be read, and how often. */
  let unreadable = { hash: '', times: 0 };
  /** Blocks dropped since the watcher last reached the tip. */
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
      // A lagging node shows a block that was read before; any other one is of another branch.
      const known = await scannedAt(pool, chain.id, tip.height);
      if (known?.hash === tip.hash) return false;
      await drop(newest);
      return true;
    }
    const next = await chain.block(newest.height + 1);
    if (next === null) return false;
    if (next.parent === newest.hash) {
      // A node with inconsistent blocks would cause endless reads and drops: it is retried later.
      if (dropped.has(next.hash)) throw new Error(`${chain.id} contradicts itself about block ${next.height}`);
      await readBlock(deps, chain, newest, next, await paymentsOf(next));
    } else {
      await drop(newest);
    }
    return true;
  }

  return { step, forgetDropped: () => dropped.clear() };
}
