import { AsyncLocalStorage } from 'node:async_hooks';

/** Whether one piece of work has committed anything. */
interface Trace {
  committed: boolean;
}

const traces = new AsyncLocalStorage<Trace>();

/** Records a commit for the trace of the current work, if any. */
export function markCommitted(): void {
  const trace = traces.getStore();
  if (trace !== undefined) trace.committed = true;
}

/**
 * Runs work and, when it fails, checks whether it had committed anything: "busy, retry" is only correct if it had not.
 *
 * @param failed maps the original error to the one that is thrown
 */
export function traceCommits<Result>(
  work: () => Promise<Result>,
  failed: (error: unknown, hadCommitted: boolean) => unknown,
): Promise<Result> {
  const trace: Trace = { committed: false };
  return traces.run(trace, async () => {
    try {
      return await work();
    } catch (error) {
      throw failed(error, trace.committed);
    }
  });
}
