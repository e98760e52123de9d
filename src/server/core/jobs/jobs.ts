import type { Logger } from '../log/log.ts';
import { type Repeating, repeat } from './repeating.ts';
import type { Troubles } from './troubles.ts';

/** What an area repeats while the exchange runs, one run after the other. */
export interface Job {
  /** What it does, as logs and health name it: `publish notices`. */
  readonly name: string;
  /** Milliseconds from the end of one run to the start of the next, or how to tell them then. The first run waits too. */
  readonly everyMs: number | (() => number);
  /** One run. What goes through a long queue asks between two portions whether it is to end. */
  readonly run: (isClosed: () => boolean) => Promise<unknown>;
  /** Called when no further run comes, so that a long one ends early. */
  readonly stop?: () => void;
  /** Its failures are logged alone; health does not show them, because what it serves reports itself or can wait. */
  readonly isLoggedOnly?: true;
}

/** Starts jobs. Closing ends all of them at once and resolves when those that were running have ended. */
export function startJobs(
  jobs: readonly Job[],
  { logger, troubles }: { readonly logger: Logger; readonly troubles?: Pick<Troubles, 'failing' | 'working'> },
): Repeating {
  const running = jobs.map((job) => ({
    job,
    repeating: repeat(logger, job.name, job.everyMs, job.run, job.isLoggedOnly === true ? undefined : troubles),
  }));
  return {
    async close() {
      for (const { job } of running) job.stop?.();
      await Promise.all(running.map(({ repeating }) => repeating.close()));
    },
  };
}
