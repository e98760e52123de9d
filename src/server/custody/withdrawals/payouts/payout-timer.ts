import type { Logger } from '#server/core/log/log.ts';
import type { WatchedChain } from '#server/custody/chains/chain.ts';
import { noTroubles, type Troubles } from '#server/core/jobs/troubles.ts';
import type { Payouts } from './payouts.ts';

/** The schedule of payout turns. */
export interface PayoutTimer {
  /** Runs the next turn now, after an approval. */
  wake(): void;
  /** Stops further turns; resolves when the running one has ended. */
  close(): Promise<void>;
}

const busyLeastMs = 250;
const busyMostMs = 5_000;
/** Idle: approvals wake the payouts, and this catches missed ones. */
const idleMs = 15_000;

/** Turns of one chain's payouts, one after the other: a few per block while something is pending. */
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
