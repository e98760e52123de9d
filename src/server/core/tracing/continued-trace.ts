import { spanOf } from './current-span.ts';
import { parseTraceparent } from './traceparent.ts';
import type { SpanFacts, Tracer } from './tracer.ts';

/**
 * Runs what another process of the exchange asked for as a part of the span that it asked in. Its sampling is followed,
 * because it is no caller from outside.
 *
 * @param traceparent of that span (W3C Trace Context); undefined when it is not traced
 * @throws what the work throws
 */
export function continueTrace<Result>(
  tracer: Tracer | null,
  traceparent: string | undefined,
  { name, facts }: { readonly name: string; readonly facts: SpanFacts },
  work: () => Promise<Result>,
): Promise<Result> {
  // Each call and each command comes by here, and mostly nothing is traced.
  const context = tracer === null ? null : parseTraceparent(traceparent);
  if (tracer === null || context === null) return work();
  return spanOf(tracer.start(name, { kind: 'server', parent: { context, isRemote: false }, facts }), work);
}
