import type { HubDeps } from './hub-deps.ts';
import { hubNames, type Broadcast } from './protocol.ts';

/** The world of a hub that runs in a worker of a browser, for tabs that each hold their lock. */
export function browserDeps(): HubDeps {
  return {
    epoch: crypto.randomUUID(),
    now: Date.now,
    random: Math.random,
    after: (delayMs, callback) => {
      const timer = setTimeout(callback, delayMs);
      return () => clearTimeout(timer);
    },
    openSocket: (url, listener) => {
      const socket = new WebSocket(url);
      const life = new AbortController();
      const { signal } = life;
      socket.addEventListener('open', () => listener.opened(), { signal });
      socket.addEventListener('message', ({ data }) => listener.received(String(data)), { signal });
      // An error is followed by `close`, which says all there is to say.
      socket.addEventListener('close', ({ code }) => listener.closed(code), { signal });
      return {
        send: (text) => {
          if (socket.readyState === WebSocket.OPEN) socket.send(text);
        },
        close: () => {
          life.abort();
          socket.close();
        },
      };
    },
    whenTabGone: (lock, callback) => {
      const waiting = new AbortController();
      navigator.locks.request(lock, { signal: waiting.signal }, callback).catch(() => undefined);
      return () => waiting.abort();
    },
  };
}

/** Announces a new hub to all tabs of the origin, so that tabs of one that died unnoticed move over. */
export function announceEpoch(epoch: string): void {
  if (!('BroadcastChannel' in globalThis)) return;
  const channel = new BroadcastChannel(hubNames.channel);
  channel.postMessage({ kind: 'epoch', epoch } satisfies Broadcast);
  channel.close();
}
