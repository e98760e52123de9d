import { AsyncLocalStorage } from 'node:async_hooks';
import { formatTraceparent } from './traceparent.ts';
import type { Span } from './tracer.ts';

const spans = new AsyncLocalStorage<Span | null>();

/** The span of the work that is going on; null for none, and always when tracing is off. */
export function currentSpan(): Span | null {
  return spans.getStore() ?? null;
}

/** The span of the work that is going on, as a `traceparent` for another process; null when nothing is recorded of it. */
export function sampledTraceparent(): string | null {
  const span = currentSpan();
  return span?.context.isSampled === true ? formatTraceparent(span.context) : null;
}

/** Runs work as part of a span; null for work that outlives the span it is started in. */
export function runInSpan<Result>(span: Span | null, work: () => Result): Result {
  return spans.run(span, work);
}

/** Runs work as part of a span and ends the span with it. @throws what the work throws */
export async function spanOf<Result>(span: Span, work: () => Promise<Result>): Promise<Result> {
  try {
    return await runInSpan(span, work);
  } catch (error) {
    span.fail();
    throw error;
  } finally {
    span.end();
  }
}
