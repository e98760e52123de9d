import { FileStoreAway } from './object-store.ts';

/** Limits of concurrent requests, of queued ones, and of the total time. */
export interface AskLimits {
  readonly atOnce: number;
  readonly waitingMax: number;
  readonly withinMs: number;
}

/** Runs requests within limits. The signal aborts work that is no longer awaited. */
export type BoundedAsk = <Answer>(work: (signal: AbortSignal) => Promise<Answer>) => Promise<Answer>;

/**
 * Bounds the cost of a slow or hanging store: few concurrent requests, a bounded queue, and an answer or a refusal in
 * time. An abandoned request keeps its slot until it really ends, because it still uses a thread or a socket.
 *
 * @throws FileStoreAway from each request without a free slot or an answer in time
 */
export function boundedAsks({ atOnce, waitingMax, withinMs }: AskLimits): BoundedAsk {
  const waiting: (() => void)[] = [];
  let running = 0;

  /** The next in the queue gets the freed slot. */
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
