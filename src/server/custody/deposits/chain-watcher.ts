import type { WatchedChain } from '../chains/chain.ts';
import { noTroubles, type Troubles } from '../../core/jobs/troubles.ts';
import { oursOn } from './addresses.ts';
import { promoteDue, type ReadingDeps } from './block-reading.ts';
import { chainSteps } from './chain-steps.ts';
import { countAside } from './deposits-aside.ts';
import { rereading } from './rereading.ts';

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
