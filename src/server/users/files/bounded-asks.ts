import { FileStoreAway } from './object-store.ts';

/** How many may ask at once, how many may wait for that, and how long waiting and asking may take together. */
export interface AskLimits {
  readonly atOnce: number;
  readonly waitingMax: number;
  readonly withinMs: number;
}

/** Asks within limits. The signal tells the work that nobody waits for it any more. */
export type BoundedAsk = <Answer>(work: (signal: AbortSignal) => Promise<Answer>) => Promise<Answer>;

/**
 * Keeps what a slow or hanging store costs small: few questions at once, a bounded queue behind them, and an answer or a
 * refusal within the time. A question that was given up keeps its turn until it really ended: it still costs a thread or
 * a socket.
 *
 * @throws FileStoreAway from each ask that finds no room or no answer in time
 */
export function boundedAsks({ atOnce, waitingMax, withinMs }: AskLimits): BoundedAsk {
  const waiting: (() => void)[] = [];
  let running = 0;

  /** The next in the queue gets the turn that ended. */
  function endTurn(): void {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  }

  function takeTurn(signal: AbortSignal): Promise<void> {
    if (running < atOnce) {
      running += 1;
      return Promise.resolve();
    }
    if (waiting.length >= waitingMax) return Promise.reject(new FileStoreAway('too many wait for the files'));
    return new Promise((resolve, reject) => {
      const start = () => {
        signal.removeEventListener('abort', giveUp);
        resolve();
      };
      const giveUp = () => {
        waiting.splice(waiting.indexOf(start), 1);
        reject(late());
      };
      signal.addEventListener('abort', giveUp, { once: true });
      waiting.push(start);
    });
  }

  return async (work) => {
    const deadline = new AbortController();
    const timer = setTimeout(() => deadline.abort(), withinMs);
    try {
      await takeTurn(deadline.signal);
      const working = work(deadline.signal);
      void working.then(endTurn, endTurn);
      return await Promise.race([working, aborted(deadline.signal)]);
    } finally {
      clearTimeout(timer);
    }
  };
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (signal.aborted) reject(late());
    else signal.addEventListener('abort', () => reject(late()), { once: true });
  });
}

function late(): FileStoreAway {
  return new FileStoreAway('the files do not answer in time');
}
