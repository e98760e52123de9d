import type { WatchedChain } from '../chains/chain.ts';
import { noTroubles, type Troubles } from '../../core/jobs/troubles.ts';
import { oursOn } from './addresses.ts';
import { promoteDue, type ReadingDeps } from './block-reading.ts';
import { chainSteps } from './chain-steps.ts';
import { countAside } from './deposits-aside.ts';
import { rereading } from './rereading.ts';

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
  const blocks = chainSteps(deps, chain, ours);

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
    step: () => blocks.step(),
    async catchUp() {
      blocks.forgetDropped();
      try {
        if (!isPromoted) await promoteDue(deps, chain);
        isPromoted = true;
        while (!stopping.signal.aborted && (await blocks.step()));
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
