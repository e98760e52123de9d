/**
 * How the worker of a newer build takes over. Browsers let it only once the worker in charge has stopped, and whoever
 * asks that one for something while it stops starts it again: then it may be minutes until it rests. So it is asked to
 * finish first. A message to it would be one more thing to do; a channel reaches a worker that runs, and no other.
 */
type Word =
  /** From the worker that takes over. */
  | 'rest'
  /** From the one in charge: it finishes, and it has. */
  | 'finishing'
  | 'finished';

/** Nothing was asked for so long: nothing follows from what came before. */
const quietMs = 200;
/** A worker that says nothing within this time does not run. */
const answersMs = 300;
/** A page that never stops asking is not waited for. */
const finishesMs = 4_000;

/** What is needed of a worker. */
export interface Asked {
  addEventListener(type: 'fetch', listener: (event: { readonly handled: Promise<unknown> }) => void): void;
}

/** One worker of those that take turns. */
interface Turns {
  /** Resolves when the worker in charge has finished, does not run, or cannot finish. */
  readonly othersFinish: () => Promise<void>;
}

/**
 * Follows what pages ask of a worker, so that it finishes when another one takes over.
 *
 * @param onRest called then: what no page waits for should end
 * @param channel what the workers of an origin share; none hears its own words
 */
export function takeTurns(
  worker: Asked,
  onRest: () => void,
  channel: BroadcastChannel = new BroadcastChannel('taking-over'),
): Turns {
  const isQuiet = followRequests(worker);
  const sayOnceQuiet = (from: number) => {
    if (Date.now() - from >= quietMs && isQuiet()) channel.postMessage('finished' satisfies Word);
    else setTimeout(sayOnceQuiet, quietMs / 4, from);
  };
  channel.addEventListener('message', ({ data }: MessageEvent<Word>) => {
    if (data !== 'rest') return;
    onRest();
    channel.postMessage('finishing' satisfies Word);
    sayOnceQuiet(Date.now());
  });
  return {
    othersFinish: () =>
      new Promise((resolve) => {
        let timer = setTimeout(resolve, answersMs);
        channel.addEventListener('message', ({ data }: MessageEvent<Word>) => {
          clearTimeout(timer);
          if (data === 'finished') resolve();
          if (data === 'finishing') timer = setTimeout(resolve, finishesMs);
        });
        channel.postMessage('rest' satisfies Word);
      }),
  };
}

/** Whether nothing that a page asked for is under way, nor was a moment ago. */
function followRequests(worker: Asked): () => boolean {
  let underWay = 0;
  let endedAt = 0;
  const ended = () => {
    underWay -= 1;
    endedAt = Date.now();
  };
  worker.addEventListener('fetch', ({ handled }) => {
    underWay += 1;
    void handled.then(ended, ended);
  });
  return () => underWay === 0 && Date.now() - endedAt >= quietMs;
}
