import { Workbox } from 'workbox-window';
import { hourMs } from '../../../protocol/core/durations.ts';
import { updateState } from './update-state.ts';

/** How often a page that stays open asks for a newer build. */
const checkEveryMs = hourMs;

let workbox: Workbox | null = null;
let registration: ServiceWorkerRegistration | undefined;

function noticeWaiting(): void {
  // A first installation has nothing to replace.
  if (registration?.waiting && navigator.serviceWorker.controller) updateState.set('ready');
}

/** Registers the service worker and looks for newer builds: every hour, and whenever the page is shown again. */
export async function watchUpdates(): Promise<void> {
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return;
  workbox = new Workbox('/sw.js', { scope: '/', updateViaCache: 'none' });
  workbox.addEventListener('waiting', noticeWaiting);
  // A build that waited before this page had a worker in charge.
  workbox.addEventListener('controlling', noticeWaiting);
  registration = await workbox.register({ immediate: true });
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
