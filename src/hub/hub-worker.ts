import { createHub, type HubConnection } from './hub.ts';
import { tabsMax } from './hub-limits.ts';
import { type Broadcast, hubNames, type TabMessage } from './protocol.ts';
import type { Envelope } from '#protocol/core/envelope.ts';
import { randomId } from '#protocol/core/text/random-id.ts';
import type { HubAnswer, HubDeps, HubQuestion } from './hub-deps.ts';

/**
 * The worker that runs the hub, one file for all three ways: a device keeps the hub once, whichever way it needs. A
 * SharedWorker knows itself by its scope, the other two by the name that the page gives them.
 */
declare const self: SharedWorkerGlobalScope | DedicatedWorkerGlobalScope;

if ('onconnect' in self) serveShared(self);
else if (self.name === hubNames.electedWorker) serveElected();
else serveOwn(self);

/** The hub in a SharedWorker: each tab is a port. */
function serveShared(scope: SharedWorkerGlobalScope): void {
  const deps = browserDeps();
  const hub = createHub(deps);
  scope.addEventListener('connect', ({ ports: [port] }) => {
    if (port === undefined) return;
    const tab = hub.connect({ post: (message) => port.postMessage(message), closed: () => port.close() });
    port.addEventListener('message', ({ data }) => tab.receive(data as TabMessage));
    port.start();
  });
  announceEpoch(deps.epoch);
}

/**
 * The hub in a worker of the tab that holds the leader lock: a broadcast channel carries it to the other tabs. Where a
 * SharedWorker is missing, this keeps one socket for all tabs.
 */
function serveElected(): void {
  const deps = browserDeps();
  const hub = createHub(deps);
  const tabs = new Map<string, HubConnection>();
  const channel = new BroadcastChannel(hubNames.channel);
  const connect = (name: string): HubConnection | null => {
    if (tabs.size >= tabsMax) return null;
    const connection = hub.connect({
      post: (message) => channel.postMessage({ kind: 'toTab', to: name, message } satisfies Broadcast),
      closed: () => void tabs.delete(name),
    });
    tabs.set(name, connection);
    return connection;
  };
  channel.addEventListener('message', ({ data }: MessageEvent<Broadcast>) => {
    if (data.kind === 'ask') announceEpoch(deps.epoch);
    else if (data.kind === 'toHub') (tabs.get(data.from) ?? connect(data.from))?.receive(data.message);
  });
  announceEpoch(deps.epoch);
}

/** The hub in a worker of one tab alone: for browsers that have nothing tabs could share. */
function serveOwn(scope: DedicatedWorkerGlobalScope): void {
  // The worker ends with its tab, so there is nothing to notice.
  const deps = { ...browserDeps(), whenTabGone: () => () => undefined };
  const tab = createHub(deps).connect({ post: (message) => scope.postMessage(message) });
  scope.addEventListener('message', ({ data }) => tab.receive(data as TabMessage));
}

/** The world of a hub that runs in a worker of a browser, for tabs that each hold their lock. */
function browserDeps(): HubDeps {
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
function announceEpoch(epoch: string): void {
  if (!('BroadcastChannel' in globalThis)) return;
  const channel = new BroadcastChannel(hubNames.channel);
  channel.postMessage({ kind: 'epoch', epoch } satisfies Broadcast);
  channel.close();
}
