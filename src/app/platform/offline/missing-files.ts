/**
 * Files of the build that could not be fetched: without a network, because they were never on the device; with one,
 * because a newer build took their place. Which of both it was, the screen that needs the file finds out.
 */
const failures = new WeakMap<object, Promise<void>>();

/** Style sheets that did not come: Vite asks for each only once, so later screens would go without them. */
const lostStyles = new Set<HTMLLinkElement>();

/** Whether an error says that a file of the build could not be fetched. */
export function isMissingFile(error: unknown): boolean {
  return typeof error === 'object' && error !== null && failures.has(error);
}

function noteLostStyles({ target }: Event): void {
  if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') lostStyles.add(target);
}

/** How long wrong copies are looked for and fetched again before a screen goes on without. */
const repairMostMs = 15_000;

/**
 * Has copies of the build's files that are not what they should be fetched again: those of the service worker, which
 * compares all of them, or else the browser's own of the file that the error names.
 */
async function repairCopies(message: string): Promise<void> {
  const worker = navigator.serviceWorker?.controller;
  if (worker) {
    const { port1, port2 } = new MessageChannel();
    await new Promise<void>((resolve) => {
      port1.addEventListener('message', () => resolve());
      port1.start();
      setTimeout(resolve, repairMostMs);
      worker.postMessage({ type: 'verify' }, [port2]);
    });
    return;
  }
  const url = /https?:[^\s'"]+/.exec(message)?.[0];
  if (url?.startsWith(`${location.origin}/assets/`) === true)
    await fetch(url, { cache: 'reload' }).catch(() => undefined);
}

const repairedFor = new Set<string>();

/**
 * Waits until the copies of a file that failed are repaired.
 *
 * @returns whether it may be asked for again: once per file and page
 */
export async function repairOnce(error: object): Promise<boolean> {
  const message = error instanceof Error ? error.message : '';
  if (repairedFor.has(message)) return false;
  repairedFor.add(message);
  await failures.get(error);
  return true;
}

/** Takes note of files that do not come. No page is loaded again here: a form may be open, and this a mere preload. */
export function noteMissingFiles(): void {
  addEventListener('vite:preloadError', ({ payload }) => {
    if (failures.has(payload)) return;
    // Without a network nothing is repaired.
    failures.set(payload, navigator.onLine ? repairCopies(payload.message) : Promise.resolve());
    // By the browser's own words the router would load the page again, without a network too.
    payload.message = `A file is missing. ${payload.message}`;
  });
  // Error events of links do not bubble, but the capture phase sees them.
  document.addEventListener('error', noteLostStyles, { capture: true });
}

/** Asks again for the style sheets that did not come; settles when each came or failed again. */
export async function fetchLostStyles(): Promise<void> {
  const fetches = [...lostStyles].map((link) => {
    lostStyles.delete(link);
    const again = link.cloneNode() as HTMLLinkElement;
    return new Promise<void>((resolve) => {
      again.addEventListener('load', () => resolve(), { once: true });
      again.addEventListener('error', () => resolve(), { once: true });
      link.replaceWith(again);
    });
  });
  await Promise.all(fetches);
}

const reloadedKey = 'dunlin.reloaded-for';

/**
 * Loads the page again for a file that the exchange no longer has, once per build.
 *
 * @returns false when that was done before: a second failure is shown instead of going round
 */
export function reloadForNewerBuild(): boolean {
  try {
    if (sessionStorage.getItem(reloadedKey) === import.meta.env.BUILD) return false;
    sessionStorage.setItem(reloadedKey, import.meta.env.BUILD);
  } catch {
    // Where nothing can be remembered, loading again could go round for ever.
    return false;
  }
  location.reload();
  return true;
}
