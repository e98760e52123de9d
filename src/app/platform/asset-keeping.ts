/**
 * Tells the service worker which of the build's files this page runs on, so that it keeps those it did not see:
 * what came before it took over, and what the browser had in its own cache.
 */
export function keepAssets(): void {
  const worker = navigator.serviceWorker?.controller;
  if (!worker) return;
  const urls = performance
    .getEntriesByType('resource')
    .map((entry) => entry.name)
    .filter((name) => name.startsWith(`${location.origin}/assets/`));
  worker.postMessage({ type: 'keep', urls: [...new Set(urls)] });
}

/** Runs a task when the browser has nothing better to do; browsers without idle time get a short wait. */
export function whenIdle(task: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(task, { timeout: 10_000 });
  else setTimeout(task, 2_000);
}
