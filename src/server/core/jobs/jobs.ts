import type { Logger } from '../log/log.ts';
import { type Repeating, repeat } from './repeating.ts';
import { runInSpan } from '../tracing/current-span.ts';
import type { Tracer } from '../tracing/tracer.ts';
import type { Troubles } from './troubles.ts';

/** A job that an area repeats while the exchange runs, one run after the other. */
export interface Job {
  /** Its name in logs and health, as in `publish notices`. */
  readonly name: string;
  /**
   * Milliseconds from the end of one run to the start of the next, or a function that returns them. The first run waits
   * too.
   */
  readonly everyMs: number | (() => number);
  /** One run. Work on a long queue checks between batches whether to stop. */
  readonly run: (isClosed: () => boolean) => Promise<unknown>;
  /** Called on shutdown, so that a long run ends early. */
  readonly stop?: () => void;
  /** Its failures are only logged; health does not show them, because what it serves reports itself or can wait. */
  readonly isLoggedOnly?: true;
}

/** What running jobs needs. */
interface JobsDeps {
  readonly logger: Logger;
  readonly troubles?: Pick<Troubles, 'failing' | 'working'>;
  /** Null or left out while tracing is off. */
  readonly tracer?: Tracer | null;
}

/** Starts jobs. Closing stops all of them and resolves when the running ones have ended. */
export function startJobs(jobs: readonly Job[], { logger, troubles, tracer = null }: JobsDeps): Repeating {
  const running = jobs.map((job) => ({
    job,
    repeating: repeat(
      logger,
      job.name,
      job.everyMs,
      tracedRun(job, tracer),
      job.isLoggedOnly === true ? undefined : troubles,
    ),
  }));
  return {
    async close() {
      for (const { job } of running) job.stop?.();
      await Promise.all(running.map(({ repeating }) => repeating.close()));
    },
  };
}

/** Runs shorter than this found nothing to do, which most do, several times a second. */
const tracedRunMs = 10;

/** The runs of a job, with a trace of each that had something to do or failed; the job's own when tracing is off. */
function tracedRun({ name, run }: Job, tracer: Tracer | null): Job['run'] {
  if (tracer === null) return run;
  return async (isClosed) => {
    const span = tracer.start(`job ${name}`, { facts: { 'dunlin.job': name } });
    const startMs = performance.now();
    try {
      const result = await runInSpan(span, () => run(isClosed));
      // A span that never ends is never exported.
      if (performance.now() - startMs >= tracedRunMs) span.end();
      return result;
    } catch (error) {
      span.fail();
      span.end();
      throw error;
    }
  };
}
