import type { Broadcast, HubMessage, TabMessage } from '#hub/protocol.ts';
import { heartbeatMs } from '#protocol/core/limits.ts';
import { moneyAnswers } from '../api/money-answers.ts';
import { randomId } from '#protocol/core/text/random-id.ts';
import { reachability } from '../offline/reachability.ts';
import { session } from '../session/session.ts';
import { electedTransport } from './elected-transport.ts';
import { HubLink } from './hub-link.ts';
import { stream } from './stream.ts';
import type { OpenTransport } from './transport.ts';

/** The name is that of `hubNames.channel`. */
const channelName = 'dunlin.hub';

/** The hub in a SharedWorker: one for all tabs, started by the first. */
const sharedWorkerTransport: OpenTransport = (_tab, listener) => {
  const worker = new SharedWorker(new URL('../../../hub/hub-worker.ts', import.meta.url), {
    type: 'module',
    name: 'dunlin.hub',
  });
  const life = new AbortController();
  const { signal } = life;
  worker.addEventListener('error', () => listener.failed(), { signal });
  worker.port.addEventListener('message', ({ data }) => listener.received(data as HubMessage), { signal });
  worker.port.start();
  const channel = new BroadcastChannel(channelName);
  channel.addEventListener('message', ({ data }: MessageEvent<Broadcast>) => {
    if (data.kind === 'epoch') listener.announced(data.epoch);
  });
  return {
    send: (message: TabMessage) => worker.port.postMessage(message),
    close: () => {
      life.abort();
      channel.close();
      worker.port.postMessage({ kind: 'bye' } satisfies TabMessage);
      worker.port.close();
    },
  };
};

/** A hub for this tab alone: where tabs can share nothing. */
const ownWorkerTransport: OpenTransport = (_tab, listener) => {
  const worker = new Worker(new URL('../../../hub/hub-worker.ts', import.meta.url), {
    type: 'module',
    // The name is that of `hubNames.ownWorker`.
    name: 'dunlin.hub.own',
  });
  worker.addEventListener('error', () => listener.failed());
  worker.addEventListener('message', ({ data }) => listener.received(data as HubMessage));
  return {
    send: (message: TabMessage) => worker.postMessage(message),
    close: () => worker.terminate(),
  };
};

/**
 * What this browser can do, best first (design section 4, "Hub").
 *
 * @param locked whether this tab holds its lock: without it the tab's end would go unnoticed, so it shares nothing
 */
function transports(locked: boolean): ((again: boolean) => OpenTransport)[] {
  const ways: ((again: boolean) => OpenTransport)[] = [() => ownWorkerTransport];
  if (!locked || !('BroadcastChannel' in globalThis)) return ways;
  ways.unshift(electedTransport);
  if ('SharedWorker' in globalThis) ways.unshift(() => sharedWorkerTransport);
  return ways;
}

/** The stream's address for a base that is a path or an address, as a WebSocket wants it. */
function streamAddress(base: string, page: string): string {
  const url = new URL(base, page);
  url.protocol = url.protocol === 'https:' || url.protocol === 'wss:' ? 'wss:' : 'ws:';
  return url.href;
}

/**
 * Holds a lock of its own as long as the tab lives, by which the hub notices its end. False where the browser
 * has no locks, as on an origin that is not secure, or does not give it.
 */
function holdTabLock(tab: string): Promise<boolean> {
  if (!('locks' in navigator)) return Promise.resolve(false);
  return new Promise<boolean>((resolve) => {
    const forEver = new Promise<void>(() => undefined);
    const hold = () => {
      resolve(true);
      return forEver;
    };
    navigator.locks.request(tab, hold).catch(() => resolve(false));
  });
}

let started = false;

/**
 * Attaches the page to the hub and keeps it there. Called once by the shell; topics held before are subscribed then.
 */
export async function startStream(): Promise<void> {
  if (started) return;
  started = true;
  const tab = `dunlin.tab.${randomId(crypto)}`;
  const link = new HubLink({
    transports: transports(await holdTabLock(tab)),
    tab,
    url: streamAddress(import.meta.env.STREAM_BASE, location.href),
    calls: new URL(import.meta.env.API_BASE, location.href).href,
    now: Date.now,
    visible: () => !document.hidden,
    token: () => session.get()?.token ?? null,
    topics: stream.topics,
    received: (message) => stream.receive(message),
    lost: stream.actsLost,
  });
  stream.attach(link);
  link.open();
  followPage(link);
}

function followPage(link: HubLink): void {
  let token = session.get()?.token ?? null;
  session.subscribe(() => {
    const now = session.get()?.token ?? null;
    if (now === token) return;
    token = now;
    stream.accountChanged();
  });
  document.addEventListener('visibilitychange', () => link.visibilityChanged());
  addEventListener('online', () => link.retry());
  let { reachable } = reachability.get();
  reachability.subscribe(() => {
    const before = reachable;
    ({ reachable } = reachability.get());
    // Every answer is heard here; only the first one after a silence says something new.
    if (reachable && !before) link.retry();
  });
  moneyAnswers.subscribe(() => link.acted());
  // A page that is put away and brought back has lost its ports without noticing.
  addEventListener('pagehide', () => link.close());
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) link.open();
  });
  setInterval(() => link.watch(), heartbeatMs);
}
