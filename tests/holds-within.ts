import { setTimeout as sleep } from 'node:timers/promises';
import { startWatch } from './pace.ts';

/**
 * Waits until something holds, at most as long as is allowed here and now for `nominalMs`: for what the product promises
 * to do within a time. What a test has only to wait for has a limit of patience instead, many times what it takes.
 *
 * @throws when it does not hold in time; `words` say what
 */
export async function holdsWithin(
  words: string,
  nominalMs: number,
  holds: () => boolean | Promise<boolean>,
): Promise<void> {
  const watch = startWatch();
  for (const from = performance.now(); !(await holds()); await sleep(20)) {
    if (performance.now() - from <= nominalMs) continue;
    const { tookMs, allowedMs } = watch.stop();
    if (tookMs > allowedMs(nominalMs)) throw new Error(`${words}: not within ${allowedMs(nominalMs).toFixed(0)} ms`);
  }
}
