import { minuteMs } from '../../../protocol/durations.ts';
import type { Logger } from '../log/log.ts';
import { inBackground } from '../store/background-work.ts';
import { noTroubles, type Troubles } from './troubles.ts';

/** Work that goes on failing is logged again after this long. */
const loggedEveryMs = minuteMs;

/** Something that is done again and again, one run after the other. */
export interface Repeating {
  /** No further run; resolves when the running one ended. */
  close(): Promise<void>;
}

/**
 * Runs `work` again and again; after a failure the next run comes all the same. The first failure is logged, then one a
 * minute, and that it goes on again.
 *
 * @param work told how to ask whether it is to end: what goes through a long queue asks between two portions
 * @param wait milliseconds from the end of one run to the next, or how to tell them then
 * @param troubles told of failures and of their end
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
    logger.info({ work: name, failed }, 'repeated work goes on');
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
