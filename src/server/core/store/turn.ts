import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '../log/log.ts';
import type { SeenEpoch } from './identity.ts';
import type { Ownership } from './ownership.ts';

/** The wait before PostgreSQL is tried again while it is away. */
const awayMs = 400;

/** A server that waits until the one before it is gone. */
export interface Turn {
  /** Ends the waiting. */
  readonly signal: AbortSignal;
  /** Called once when another server owns the data. */
  readonly onWait: () => void;
  /** The highest epoch that another server was heard to own the data under: what is behind it was restored. */
  readonly seen: () => SeenEpoch | null;
}

/**
 * Takes the ownership of the data as soon as no other server has it, or the one that has it is silent. Once it waits, an
 * outage of PostgreSQL is waited for as well.
 *
 * @throws Error the reason of the signal when it was aborted, and whatever else keeps the first attempt from connecting
 */
export async function takeInTurn(
  ownership: Pick<Ownership, 'take'>,
  turn: Omit<Turn, 'seen'>,
  logger: Logger,
): Promise<void> {
  let isWaiting = false;
  const onWait = (holder: string) => {
    if (isWaiting) return;
    isWaiting = true;
    logger.info({ holder }, 'another engine is active: this one waits');
    turn.onWait();
  };
  for (;;) {
    turn.signal.throwIfAborted();
    try {
      await ownership.take({ signal: turn.signal, onWait });
      return;
    } catch (error) {
      if (!isWaiting) throw error;
    }
    await sleep(awayMs * (0.5 + Math.random()), undefined, { signal: turn.signal }).catch(() => undefined);
  }
}
