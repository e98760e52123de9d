/**
 * Runs a task when the browser has nothing better to do; browsers without idle time get a short wait.
 *
 * @param mostMs after so long it is run in any case
 */
export function whenIdle(task: () => void, mostMs = 10_000): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(task, { timeout: mostMs });
  else setTimeout(task, mostMs / 5);
}
