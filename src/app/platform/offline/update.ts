import { Workbox } from 'workbox-window';
import { hourMs, minuteMs } from '#protocol/core/durations.ts';
import { updateState } from './update-state.ts';

/** How often a page that stays open asks for a newer build. */
const checkEveryMs = hourMs;

let workbox: Workbox | null = null;
let registration: ServiceWorkerRegistration | undefined;

function noticeWaiting(): void {
  // A first installation has nothing to replace.
  if (registration?.waiting && navigator.serviceWorker.controller) updateState.set('ready');
}

/** A first installation that failed is tried again after this, and after twice as long each time. */
const installsAgainMs = 5_000;
const installsAgainMostMs = 5 * minuteMs;

/**
 * Registers the service worker. A network that loses a file of the shell fails its first installation as a whole, and
 * browsers try that again only when a page is loaded: here it is tried again while this one is open.
 */
async function registerWorker(againAfterMs = installsAgainMs): Promise<void> {
  const installing = new Workbox('/sw.js', { scope: '/', updateViaCache: 'none' });
  installing.addEventListener('waiting', noticeWaiting);
  // A build that waited before this page had a worker in charge.
  installing.addEventListener('controlling', noticeWaiting);
  const again = () => {
    if (registration?.active) return;
    const next = Math.min(2 * againAfterMs, installsAgainMostMs);
    setTimeout(() => void registerWorker(next), againAfterMs);
  };
  installing.addEventListener('redundant', again);
  workbox = installing;
  try {
    registration = await installing.register({ immediate: true });
  } catch {
    again();
  }
}

/** Registers the service worker and looks for newer builds: every hour, and whenever the page is shown again. */
export async function watchUpdates(): Promise<void> {
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return;
  await registerWorker();
  setInterval(() => void checkForUpdate(), checkEveryMs);
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) void checkForUpdate();
  });
}

/** Asks for a newer build now; `updateState` shows when it is ready. Does nothing without a network. */
export async function checkForUpdate(): Promise<void> {
  try {
    await workbox?.update();
  } catch {
    // Without a network the answer is the last one known.
  }
  // Workbox follows one build it did not register itself; later ones would go unnoticed otherwise.
  noticeWaiting();
}

/** Changes to the new build and loads the page again. Only ever at the user's word: a form may be open. */
export function applyUpdate(): void {
  if (workbox === null || !registration?.waiting) return;
  updateState.set('applying');
  workbox.addEventListener('controlling', () => location.reload());
  workbox.messageSkipWaiting();
}
