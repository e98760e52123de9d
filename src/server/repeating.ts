import type { Logger } from './log.ts';

/** Something that is done again and again, one run after the other. */
export interface Repeating {
  /** No further run; resolves when the running one ended. */
  close(): Promise<void>;
}

/**
 * Runs `work` again and again; a failure is logged and the next run comes.
 *
 * @param work told how to ask whether it is to end: what goes through a long queue asks between two portions
 * @param wait milliseconds from the end of one run to the next, or how to tell them then
 */
export function repeat(
  logger: Logger,
  name: string,
  wait: number | (() => number),
  work: (isClosed: () => boolean) => Promise<unknown>,
): Repeating {
  let closed = false;
  let running: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout;
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
      await work(() => closed);
    } catch (error) {
      logger.error({ err: error, work: name }, 'repeated work failed');
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
