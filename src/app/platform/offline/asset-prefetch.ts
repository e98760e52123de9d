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
 * Reports to the service worker which of the build's files this page runs on, so that it caches those it did not see:
 * what came before it took over, and what the browser had in its own cache.
 */
export async function persistAssets(): Promise<void> {
  const worker = await keeper();
  const urls = performance
    .getEntriesByType('resource')
    .map((entry) => entry.name)
    .filter((name) => name.startsWith(`${location.origin}/assets/`));
  worker?.postMessage({ type: 'keep', urls: [...new Set(urls)] });
}

/**
 * Runs a task when the browser has nothing better to do; browsers without idle time get a short wait.
 *
 * @param mostMs after so long it is run in any case
 */
export function whenIdle(task: () => void, mostMs = 10_000): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(task, { timeout: mostMs });
  else setTimeout(task, mostMs / 5);
}
