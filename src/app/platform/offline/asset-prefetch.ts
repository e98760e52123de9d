import type { Locale } from '#protocol/core/locales.ts';
import { updateState } from './update-state.ts';

/** How long a first visit waits for its service worker: installing fetches the whole shell. */
const installMostMs = 30_000;

/**
 * The service worker in charge of this page: on a first visit it takes over a moment after it was installed. What is
 * fetched after that is kept as it comes. Null where there is none, or none in time.
 */
export async function keeper(): Promise<ServiceWorker | null> {
  const workers = navigator.serviceWorker;
  if (workers?.controller === null) {
    await new Promise((resolve) => {
      workers.addEventListener('controllerchange', resolve, { once: true });
      setTimeout(resolve, installMostMs);
    });
  }
  return workers?.controller ?? null;
}

/**
 * Calls back when a worker takes charge of this page after `keeper` had stopped waiting for one, as on a slow line or where
 * its installation had to be tried again: nothing was handed to it so far.
 */
export function onLateKeeper(listener: () => void): void {
  const workers = navigator.serviceWorker;
  if (workers?.controller !== null) return;
  const lateFrom = Date.now() + installMostMs;
  workers.addEventListener('controllerchange', () => Date.now() > lateFrom && listener(), { once: true });
}

/** Says something to the worker in charge, unless a newer build takes over: that waits until this one has nothing to do. */
async function postToKeeper(message: object): Promise<void> {
  const worker = await keeper();
  if (updateState.get() !== 'applying') worker?.postMessage(message);
}

/**
 * Reports to the service worker which of the build's files this page runs on, so that it caches those it did not see:
 * what came before it took over, and what the browser had in its own cache.
 */
export async function persistAssets(): Promise<void> {
  await keeper();
  const urls = performance
    .getEntriesByType('resource')
    .map((entry) => entry.name)
    .filter((name) => name.startsWith(`${location.origin}/assets/`));
  await postToKeeper({ type: 'keep', urls: [...new Set(urls)] });
}

/**
 * How much of the build this device is to have without having opened it (sw/offline-files.ts): an installed app and a
 * signed-in user may open every screen; others, and where data is dear, those of `core` at most; a visitor with a data
 * saver nothing that they did not open.
 */
export function offlineExtent(isSignedIn: boolean, isInstalled: boolean, savesData: boolean): 'core' | 'all' | null {
  const stays = isSignedIn || isInstalled;
  if (savesData) return stays ? 'core' : null;
  return stays ? 'all' : 'core';
}

/** Has the service worker fetch screens and words that are not on the device yet; it answers with `completed`. */
export async function completeAssets(extent: 'reading' | 'core' | 'all', language: Locale): Promise<void> {
  await postToKeeper({ type: 'complete', extent, language });
}
