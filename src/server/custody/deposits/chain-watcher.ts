import type { BlockPayments, ChainBlock, WatchedChain } from '../chains/chain.ts';
import { noTroubles, type Troubles } from '../../core/jobs/troubles.ts';
import { oursOn } from './addresses.ts';
import { dropBlock, promoteDue, readBlock, type ReadingDeps } from './block-reading.ts';
import { countAside } from './deposits-aside.ts';
import { rereading } from './rereading.ts';
import { beginAt, newestScanned, scannedAt, type ScannedBlock } from './scanned-blocks.ts';

/**
 * A block that could not be read so often, while its node answered everything else, is read without what the node does
 * not answer about: that is set aside, and the chain goes on.
 */
export const wholeTriesMax = 5;

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
  deps: ReadingDeps,
  chain: WatchedChain,
  troubles: Pick<Troubles, 'failing' | 'working' | 'waiting'> = noTroubles,
): ChainWatcher {
  const part = `following ${chain.id}`;
  const { pool } = deps.database;
  const ours = oursOn(pool, chain.id);
  let isPromoted = false;
  let isAway = false;
  let isReadAgain = true;
  const stopping = new AbortController();
  const again = rereading(deps, chain, ours);
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

  /** What cannot be read again keeps nothing from being read at first. */
  async function readAgain(): Promise<void> {
    if (isAway) return;
    const task = `reading ${chain.id} again`;
    try {
      await again.portion(() => stopping.signal.aborted);
      troubles.working(task);
      isReadAgain = true;
    } catch (error) {
      if (isReadAgain) deps.logger.warn({ err: error, chain: chain.id }, 'blocks cannot be read again: trying again');
      troubles.failing(task);
      isReadAgain = false;
    }
  }

  /** Health tells what was set aside; while the store does not answer, it tells what it told before. */
  async function tellAside(): Promise<void> {
    try {
      troubles.waiting(`deposits on ${chain.id} set aside`, await countAside(pool, chain.id));
    } catch (error) {
      deps.logger.debug({ err: error, chain: chain.id }, 'what was set aside could not be counted');
    }
  }

  return {
    step,
    async catchUp() {
      dropped.clear();
      try {
        if (!isPromoted) await promoteDue(deps, chain);
        isPromoted = true;
        while (!stopping.signal.aborted && (await step()));
        if (isAway) deps.logger.info({ chain: chain.id }, 'the chain is followed again');
        isAway = false;
        troubles.working(part);
      } catch (error) {
        // Told once: a chain can be away for hours, and its deposits are found when it is back.
        if (!isAway) deps.logger.warn({ err: error, chain: chain.id }, 'the chain cannot be followed: trying again');
        isAway = true;
        troubles.failing(part);
      }
      await readAgain();
      await tellAside();
    },
    stop: () => stopping.abort(),
  };
}
