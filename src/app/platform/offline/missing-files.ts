/**
 * Files of the build that could not be fetched: without a network, because they were never on the device; with one,
 * because a newer build took their place. Which of both it was, the screen that needs the file finds out.
 */
const failures = new WeakSet<object>();

/** Style sheets that did not come: Vite asks for each only once, so later screens would go without them. */
const lostStyles = new Set<HTMLLinkElement>();

/** Whether an error says that a file of the build could not be fetched. */
export function isMissingFile(error: unknown): boolean {
  return typeof error === 'object' && error !== null && failures.has(error);
}

function noteLostStyles({ target }: Event): void {
  if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') lostStyles.add(target);
}

/** Takes note of files that do not come. Nothing is loaded again here: a form may be open, and this a mere preload. */
export function noteMissingFiles(): void {
  addEventListener('vite:preloadError', ({ payload }) => {
    if (failures.has(payload)) return;
    failures.add(payload);
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
