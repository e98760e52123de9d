import type { WatchedChain, BlockPayments, ChainBlock, OursOf } from '../chains/chain.ts';
import { noTroubles, type Troubles } from '#server/core/jobs/troubles.ts';
import { oursOn } from './addresses.ts';
import { promoteDue, dropBlock, readBlock } from './block-reading.ts';
import type { ReadingDeps } from './deposit-moves.ts';
import { countAside } from './deposits-aside.ts';
import { rereading } from './rereading.ts';
import { beginAt, newestScanned, scannedAt, type ScannedBlock } from './scanned-blocks.ts';

/** Follows one chain, block by block. */
export interface ChainWatcher {
  /** Moves one block forward or back. @returns whether there was one */
  step(): Promise<boolean>;
  /** Continues to the tip; waits for an unavailable chain. Never throws. */
  catchUp(): Promise<void>;
  /** Stops after the current block. */
  stop(): void;
}

/**
 * After this many failures of a block whose node answers otherwise, it is read without the failing items: they are set
 * aside, and the chain continues.
 */
export const wholeTriesMax = 5;

/** Steps along one chain: reads a block, or drops one of another branch. */
interface ChainSteps {
  /** Moves one block forward or back. @returns whether there was one */
  step(): Promise<boolean>;
  /** Called when the watcher resumes towards the tip: dropped blocks may be read again. */
  forgetDropped(): void;
}

/** Steps along a chain from the newest recorded block. */
function chainSteps(deps: ReadingDeps, chain: WatchedChain, ours: OursOf): ChainSteps {
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

/**
 * A watcher holds nothing in memory except whether its chain answers: after any restart it continues after the last
 * committed block.
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
  const blocks = chainSteps(deps, chain, ours);

  /** A failed reread does not block first reads. */
  async function readAgain(): Promise<void> {
    if (isAway) return;
    const task = `reading ${chain.id} again`;
    try {
      await again.portion(() => stopping.signal.aborted);
      troubles.working(task);
      isReadAgain = true;
    } catch (error) {
      if (isReadAgain) deps.logger.warn({ err: error, chain: chain.id }, 'blocks cannot be reread: retrying');
      troubles.failing(task);
      isReadAgain = false;
    }
  }

  /** Health reports payments set aside; while the store is unavailable, it repeats the last report. */
  async function tellAside(): Promise<void> {
    try {
      troubles.waiting(`deposits on ${chain.id} set aside`, await countAside(pool, chain.id));
    } catch (error) {
      deps.logger.debug({ err: error, chain: chain.id }, 'payments set aside could not be counted');
    }
  }

  return {
    step: () => blocks.step(),
    async catchUp() {
      blocks.forgetDropped();
      try {
        if (!isPromoted) await promoteDue(deps, chain);
        isPromoted = true;
        while (!stopping.signal.aborted && (await blocks.step()));
        if (isAway) deps.logger.info({ chain: chain.id }, 'following the chain again');
        isAway = false;
        troubles.working(part);
      } catch (error) {
        // Logged once: a chain can be unavailable for hours, and its deposits are found when it is back.
        if (!isAway) deps.logger.warn({ err: error, chain: chain.id }, 'the chain cannot be followed: retrying');
        isAway = true;
        troubles.failing(part);
      }
      await readAgain();
      await tellAside();
    },
    stop: () => stopping.abort(),
  };
}
