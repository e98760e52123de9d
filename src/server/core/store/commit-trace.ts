import { AsyncLocalStorage } from 'node:async_hooks';

/** Whether something was committed on behalf of one piece of work. */
interface Trace {
  committed: boolean;
}

const traces = new AsyncLocalStorage<Trace>();

/** Notes, for whoever traces the work this belongs to, that a transaction was committed. */
export function markCommitted(): void {
  const trace = traces.getStore();
  if (trace !== undefined) trace.committed = true;
}

/**
 * Runs work and tells, when it fails, whether it had committed anything: "busy, ask again" is only true of work that had
 * not.
 *
 * @param failed makes the error that is thrown out of the one that came
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
