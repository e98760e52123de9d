import type { Envelope } from '#protocol/core/envelope.ts';
import { randomId } from '#protocol/core/text/random-id.ts';
import type { HubAnswer, HubDeps, HubQuestion } from './hub-deps.ts';
import { hubNames, type Broadcast } from './protocol.ts';

/** The world of a hub that runs in a worker of a browser, for tabs that each hold their lock. */
export function browserDeps(): HubDeps {
  return {
    epoch: randomId(crypto),
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
    ask: (question, answered) => {
      const life = new AbortController();
      void askExchange(question, life.signal).then((answer) => {
        if (!life.signal.aborted) answered(answer);
        return null;
      });
      return () => life.abort();
    },
    whenTabGone: (lock, callback) => {
      const waiting = new AbortController();
      navigator.locks.request(lock, { signal: waiting.signal }, callback).catch(() => undefined);
      return () => waiting.abort();
    },
  };
}

async function askExchange({ url, token }: HubQuestion, signal: AbortSignal): Promise<HubAnswer | null> {
  try {
    // Public answers may come out of a cache, which asks the exchange whether they still hold.
    const own: RequestInit = token === null ? {} : { headers: { authorization: `Bearer ${token}` }, cache: 'no-store' };
    const response = await fetch(url, { ...own, credentials: 'omit', signal });
    const envelope = (await response.json()) as Envelope | null;
    // A network's own page is not from the exchange, whatever it says.
    if (typeof envelope !== 'object' || envelope === null || !('code' in envelope) || !('type' in envelope))
      return null;
    const ageMs = Number(response.headers.get('age') ?? '0') * 1_000;
    return { code: envelope.code, data: envelope.data, ageMs: Number.isFinite(ageMs) ? ageMs : 0 };
  } catch {
    return null;
  }
}

/** Announces a new hub to all tabs of the origin, so that tabs of one that died unnoticed move over. */
export function announceEpoch(epoch: string): void {
  if (!('BroadcastChannel' in globalThis)) return;
  const channel = new BroadcastChannel(hubNames.channel);
  channel.postMessage({ kind: 'epoch', epoch } satisfies Broadcast);
  channel.close();
}
