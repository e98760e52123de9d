import type { Logger } from './log.ts';

/** Something that is done again and again, one run after the other. */
export interface Repeating {
  /** No further run; resolves when the running one ended. */
  close(): Promise<void>;
}

/** Runs `work` every `everyMs`, counted from the end of the run before; a failure is logged and the next run comes. */
export function repeat(logger: Logger, name: string, everyMs: number, work: () => Promise<unknown>): Repeating {
  let closed = false;
  let running: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout;
  const schedule = () => {
    timer = setTimeout(() => {
      running = run();
    }, everyMs);
  };
  async function run(): Promise<void> {
    try {
      await work();
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
