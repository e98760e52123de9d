import { hourMs } from '../../../protocol/durations.ts';
import { updateState } from './update-state.ts';

/** How often a page that stays open asks for a newer build. */
const checkEveryMs = hourMs;

let registration: ServiceWorkerRegistration | null = null;

function noticeWaiting(): void {
  // A first installation has nothing to replace.
  if (registration?.waiting && navigator.serviceWorker.controller) updateState.set('ready');
}

function noticeInstalling(): void {
  registration?.installing?.addEventListener('statechange', noticeWaiting);
}

/** Registers the service worker and looks for newer builds: every hour, and whenever the page is shown again. */
export async function watchUpdates(): Promise<void> {
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return;
  registration = await navigator.serviceWorker.register('/sw.js', { scope: '/', updateViaCache: 'none' });
  noticeWaiting();
  // A newer build may have been found by the registering itself, or be there before this page has a worker in charge.
  noticeInstalling();
  registration.addEventListener('updatefound', noticeInstalling);
  navigator.serviceWorker.addEventListener('controllerchange', noticeWaiting);
  setInterval(() => void checkForUpdate(), checkEveryMs);
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) void checkForUpdate();
  });
}

/** Asks for a newer build now; `updateState` tells when it is ready. Does nothing without a network. */
export async function checkForUpdate(): Promise<void> {
  try {
    await registration?.update();
  } catch {
    // Without a network the answer is the last one known.
  }
  noticeWaiting();
}

/** Changes to the new build and loads the page again. Only ever at the user's word: a form may be open. */
export function applyUpdate(): void {
  if (!registration?.waiting) return;
  updateState.set('applying');
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
  registration.waiting.postMessage({ type: 'skip-waiting' });
}
