import type { WatchedChain } from '../chains/chain.ts';
import { noTroubles, type Troubles } from '../troubles.ts';
import { oursOn } from './addresses.ts';
import { dropBlock, promoteDue, readBlock, type ReadingMeans } from './block-reading.ts';
import { beginAt, newestScanned, scannedAt, type ScannedBlock } from './scanned-blocks.ts';

/** Follows one chain, block by block. */
export interface ChainWatcher {
  /** Goes on by one block, forth or back. @returns whether there was one */
  step(): Promise<boolean>;
  /** Goes on to the tip; a chain that is away is waited for. Never throws. */
  catchUp(): Promise<void>;
  /** Stops after the block that is being read. */
  stop(): void;
}

/**
 * A watcher keeps nothing in memory but whether its chain answers: after a restart, however the last server ended, it
 * goes on behind the last block whose transaction was committed.
 */
export function chainWatcher(
  means: ReadingMeans,
  chain: WatchedChain,
  troubles: Pick<Troubles, 'failing' | 'working'> = noTroubles,
): ChainWatcher {
  const part = `following ${chain.id}`;
  const { pool } = means.database;
  const ours = oursOn(pool, chain.id);
  let isPromoted = false;
  let isAway = false;
  const stopping = new AbortController();
  /** Blocks that were dropped since the watcher last went on to the tip. */
  const dropped = new Set<string>();

  async function drop(block: ScannedBlock): Promise<void> {
    await dropBlock(means, chain, block);
    dropped.add(block.hash);
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
      await readBlock(means, chain, newest, next, await chain.payments(next, ours));
    } else {
      await drop(newest);
    }
    return true;
  }

  return {
    step,
    async catchUp() {
      dropped.clear();
      try {
        if (!isPromoted) await promoteDue(means, chain);
        isPromoted = true;
        while (!stopping.signal.aborted && (await step()));
        if (isAway) means.logger.info({ chain: chain.id }, 'the chain is followed again');
        isAway = false;
        troubles.working(part);
      } catch (error) {
        // Told once: a chain can be away for hours, and its deposits are found when it is back.
        if (!isAway) means.logger.warn({ err: error, chain: chain.id }, 'the chain cannot be followed: trying again');
        isAway = true;
        troubles.failing(part);
      }
    },
    stop: () => stopping.abort(),
  };
}
