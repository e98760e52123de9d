import type { Logger } from '../../../core/log/log.ts';
import type { WatchedChain } from '../../chains/chain.ts';
import { noTroubles, type Troubles } from '../../../core/jobs/troubles.ts';
import type { Payouts } from './payouts.ts';

/** When payouts take their turns. */
export interface PayoutTimer {
  /** Something was approved: the next turn comes now. */
  wake(): void;
  /** No further turn; resolves when the running one ended. */
  close(): Promise<void>;
}

const busyLeastMs = 250;
const busyMostMs = 5_000;
/** Nothing waits: approvals wake the payouts, and this is for what went unheard. */
const idleMs = 15_000;

/** Turns of one chain's payouts, one after the other: a few within the time of a block while something is under way. */
export function startPayouts(
  payouts: Payouts,
  { id, blockMs }: Pick<WatchedChain, 'id' | 'blockMs'>,
  { logger, troubles = noTroubles }: { readonly logger: Logger; readonly troubles?: Troubles },
): PayoutTimer {
  const part = `payouts of ${id}`;
  const busyMs = Math.min(Math.max(blockMs / 2, busyLeastMs), busyMostMs);
  const state = { isClosed: false, isWoken: false };
  let wakeUp: (() => void) | null = null;

  function rest(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, state.isWoken || state.isClosed ? 0 : ms);
      wakeUp = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  async function run(): Promise<void> {
    while (!state.isClosed) {
      state.isWoken = false;
      let isBusy = true;
      try {
        isBusy = await payouts.turn();
        troubles.working(part);
      } catch (error) {
        logger.error({ err: error }, 'a turn of the payouts failed');
        troubles.failing(part);
      }
      await rest(isBusy ? busyMs : idleMs);
    }
  }

  const running = run();
  const wake = () => {
    state.isWoken = true;
    wakeUp?.();
  };
  return {
    wake,
    close() {
      state.isClosed = true;
      wake();
      return running;
    },
  };
}
