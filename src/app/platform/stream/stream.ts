import { heartbeatMs } from '../../../contract/limits.ts';
import { call } from '../api.ts';
import { reachability } from '../reachability.ts';
import { learnOffset } from '../server-clock.ts';
import { session } from '../session.ts';
import { electedTransport } from './elected-transport.ts';
import { HubLink } from './hub-link.ts';
import { ownWorkerTransport } from './own-worker-transport.ts';
import { sharedWorkerTransport } from './shared-worker-transport.ts';
import { StreamClient } from './stream-client.ts';
import type { OpenTransport } from './transport.ts';

/** Calls back once after a while; returns how to prevent it. */
export function after(delayMs: number, callback: () => void): () => void {
  const timer = setTimeout(callback, delayMs);
  return () => clearTimeout(timer);
}

/** The page's stream. Screens hold topics of it before and after `startStream`. */
export const stream = new StreamClient({
  now: Date.now,
  frame: (callback) => void requestAnimationFrame(callback),
  after,
  stopwatch: () => performance.now(),
  learnOffset,
  signedOut: () => void askWhetherSignedOut(),
});

/**
 * The stream may speak of a session that another tab has just replaced, so the exchange is asked with the one
 * in force: its answer sends the person to log-in or proves that all is well.
 */
async function askWhetherSignedOut(): Promise<void> {
  if (session.get() === null) return;
  try {
    await call('GET info', {});
  } catch {
    // What a refusal asks for is already under way; without an answer nothing is known.
  }
}

/**
 * What this browser can do, best first (design section 4, "Hub").
 *
 * @param locked whether this tab holds its lock: without it nobody would notice the tab's end, so it shares nothing
 */
function transports(locked: boolean): ((again: boolean) => OpenTransport)[] {
  const ways: ((again: boolean) => OpenTransport)[] = [() => ownWorkerTransport];
  if (!locked || !('BroadcastChannel' in globalThis)) return ways;
  ways.unshift(electedTransport);
  if ('SharedWorker' in globalThis) ways.unshift(() => sharedWorkerTransport);
  return ways;
}

/** The stream's address for a base that is a path or an address, as a WebSocket wants it. */
export function streamAddress(base: string, page: string): string {
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

/** Attaches the page to the hub and keeps it there. Called once by the shell; topics held before are told then. */
export async function startStream(): Promise<void> {
  if (started) return;
  started = true;
  const tab = `dunlin.tab.${crypto.randomUUID()}`;
  const link = new HubLink({
    transports: transports(await holdTabLock(tab)),
    tab,
    url: streamAddress(import.meta.env.STREAM_BASE, location.href),
    now: Date.now,
    visible: () => !document.hidden,
    token: () => session.get()?.token ?? null,
    topics: stream.topics,
    heard: (message) => stream.hear(message),
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
  reachability.subscribe(() => {
    if (reachability.get().reachable) link.retry();
  });
  // A page that is put away and brought back has lost its ports without noticing.
  addEventListener('pagehide', () => link.close());
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) link.open();
  });
  setInterval(() => link.watch(), heartbeatMs);
  refreshLink = () => link.refresh();
}

let refreshLink: () => void = () => undefined;

/** Everything on this page anew from snapshots: what pulling to refresh means. */
export function refreshStream(): void {
  refreshLink();
}
