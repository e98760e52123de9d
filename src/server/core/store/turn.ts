import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '../log/log.ts';
import type { Ownership } from './ownership.ts';
import { AlreadyRunning } from './server-lock.ts';

/** How often a waiting server looks whether the data is free. */
const lookEveryMs = 400;

/** A server that waits until the one before it is gone. */
export interface Turn {
  /** Ends the waiting. */
  readonly signal: AbortSignal;
  /** Called once when another server owns the data. */
  readonly onWait: () => void;
}

/**
 * Takes the ownership of the data as soon as no other server has it. Once it waits, an outage of PostgreSQL is waited
 * for as well.
 *
 * @throws Error the reason of the signal when it was aborted, and whatever else keeps the first attempt from connecting
 */
export async function takeInTurn(ownership: Pick<Ownership, 'take'>, turn: Turn, logger: Logger): Promise<void> {
  let isWaiting = false;
  for (;;) {
    turn.signal.throwIfAborted();
    try {
      await ownership.take();
      return;
    } catch (error) {
      const isOccupied = error instanceof AlreadyRunning;
      if (!isOccupied && !isWaiting) throw error;
      if (!isWaiting) {
        isWaiting = true;
        logger.info({ reason: isOccupied ? error.message : '' }, 'another engine is active: this one waits');
        turn.onWait();
      }
    }
    await sleep(lookEveryMs * (0.5 + Math.random()), undefined, { signal: turn.signal }).catch(() => undefined);
  }
}
