import { minuteMs } from '#protocol/core/durations.ts';
import type { Logger } from '../log/log.ts';
import { inBackground } from '../store/background-work.ts';
import { noTroubles, type Troubles } from './troubles.ts';

/** Work that keeps failing is logged again after this long. */
const loggedEveryMs = minuteMs;

/** Work that is repeated, one run after the other. */
export interface Repeating {
  /** Stops further runs; resolves when the running one has ended. */
  close(): Promise<void>;
}

/**
 * Runs `work` repeatedly, also after failures. The first failure is logged, then one a minute, and the recovery.
 *
 * @param work receives a function that says whether to stop: work on a long queue checks it between batches
 * @param wait milliseconds from the end of one run to the next, or a function that returns them
 * @param troubles records failures and recoveries
 */
export function repeat(
  logger: Logger,
  name: string,
  wait: number | (() => number),
  work: (isClosed: () => boolean) => Promise<unknown>,
  troubles: Pick<Troubles, 'failing' | 'working'> = noTroubles,
): Repeating {
  let closed = false;
  let running: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout;
  let failed = 0;
  let loggedAt = -Infinity;
  function failure(error: unknown): void {
    failed += 1;
    troubles.failing(name);
    if (performance.now() - loggedAt < loggedEveryMs) return;
    loggedAt = performance.now();
    logger.error({ err: error, work: name, failed }, 'repeated work failed');
  }
  function success(): void {
    if (failed === 0) return;
    logger.info({ work: name, failed }, 'repeated work recovered');
    failed = 0;
    loggedAt = -Infinity;
    troubles.working(name);
  }
  const schedule = () => {
    timer = setTimeout(
      () => {
        running = run();
      },
      typeof wait === 'number' ? wait : wait(),
    );
  };
  async function run(): Promise<void> {
    try {
      await inBackground(() => work(() => closed));
      success();
    } catch (error) {
      failure(error);
    }
    if (!closed) schedule();
  }
  schedule();
  return {
    close() {
      closed = true;
      clearTimeout(timer);
      return running;
    },
  };
}
