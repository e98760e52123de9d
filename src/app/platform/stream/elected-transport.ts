import type { Broadcast } from '#hub/protocol.ts';
import type { OpenTransport } from './transport.ts';

const channelName = 'dunlin.hub';
const leaderLock = 'dunlin.hub.leader';
/** By this name the worker knows what it is: that of `hubNames.electedWorker`. */
const workerName = 'dunlin.hub.elected';

/**
 * The hub in a worker of the tab that holds the leader lock; a broadcast channel carries it. When that tab
 * ends, its worker ends with it, the lock passes on, and the next hub announces itself.
 *
 * A leader that the system put to sleep keeps its lock and says nothing: a tab whose watchdog barks opens
 * again with `steal`, which takes the lock away from it.
 */
export function electedTransport(steal: boolean): OpenTransport {
  return (tab, listener) => {
    const life = new AbortController();
    const channel = new BroadcastChannel(channelName);
    channel.addEventListener('message', ({ data }: MessageEvent<Broadcast>) => {
      if (data.kind === 'epoch') listener.received(data);
      else if (data.kind === 'toTab' && data.to === tab) listener.received(data.message);
    });
    void lead(steal, life.signal);
    channel.postMessage({ kind: 'ask' } satisfies Broadcast);
    return {
      send: (message) => channel.postMessage({ kind: 'toHub', from: tab, message } satisfies Broadcast),
      close: () => {
        channel.postMessage({ kind: 'toHub', from: tab, message: { kind: 'bye' } } satisfies Broadcast);
        channel.close();
        life.abort();
      },
    };
  };
}

/** Runs the hub whenever it is this tab's turn, until the transport closes. */
async function lead(steal: boolean, closed: AbortSignal): Promise<void> {
  // Stealing and waiting with a signal exclude each other.
  let options: LockOptions = steal ? { steal } : { signal: closed };
  while (!closed.aborted) {
    try {
      await leadOnce(options, closed);
    } catch (error) {
      // The lock was stolen while this tab slept: it waits for its next turn like the others.
      if (!(error instanceof DOMException && error.name === 'AbortError')) return;
    }
    options = { signal: closed };
  }
}

/**
 * Waits for the lock and runs the hub while it is held.
 *
 * @throws DOMException `AbortError` when the wait was given up or the lock was stolen
 */
async function leadOnce(options: LockOptions, closed: AbortSignal): Promise<void> {
  const workers: Worker[] = [];
  try {
    await navigator.locks.request(leaderLock, options, async () => {
      if (closed.aborted) return;
      workers.push(
        new Worker(new URL('../../../hub/hub-worker.ts', import.meta.url), { type: 'module', name: workerName }),
      );
      await new Promise<void>((resolve) => {
        closed.addEventListener('abort', () => resolve());
      });
    });
  } finally {
    for (const worker of workers) worker.terminate();
  }
}
