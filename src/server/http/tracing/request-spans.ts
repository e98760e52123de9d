import type { FastifyInstance, FastifyRequest } from 'fastify';
import { traceresponseHeader } from '#protocol/core/limits.ts';
import { runInSpan } from '#server/core/tracing/current-span.ts';
import { formatTraceparent, parseTraceparent } from '#server/core/tracing/traceparent.ts';
import type { Span, Tracer } from '#server/core/tracing/tracer.ts';

/**
 * Makes a span of every request of a scope, in the trace that `traceparent` names, and answers its context in
 * `traceresponse`, from which the app learns that traces are wanted. Nothing is registered when tracing is off.
 */
export function registerTracing(scope: FastifyInstance, tracer: Tracer | null): void {
  if (tracer === null) return;
  const spans = new WeakMap<FastifyRequest, Span>();
  const spanFor = (request: FastifyRequest) => spans.get(request) ?? null;
  scope.addHook('onRequest', (request, reply, next) => {
    const caller = parseTraceparent(request.headers['traceparent']);
    const route = request.routeOptions.url ?? 'unknown';
    const span = tracer.start(`${request.method} ${route}`, {
      kind: 'server',
      parent: caller === null ? null : { context: caller, isRemote: true },
      facts: { 'http.request.method': request.method, 'http.route': route, 'dunlin.request_id': request.id },
    });
    spans.set(request, span);
    reply.header(traceresponseHeader, formatTraceparent(span.context));
    runInSpan(span, next);
  });
  // A body arrives in events of the socket, which know nothing of the hook before.
  scope.addHook('preHandler', (request, _reply, next) => runInSpan(spanFor(request), next));
  scope.addHook('preSerialization', (request, _reply, payload, next) => {
    const code = codeOf(payload);
    if (code !== null) spanFor(request)?.set({ 'dunlin.code': code });
    next(null, payload);
  });
  scope.addHook('onResponse', (request, reply, next) => {
    const span = spanFor(request);
    span?.set({ 'http.response.status_code': reply.statusCode });
    if (reply.statusCode >= 500) span?.fail();
    span?.end();
    runInSpan(span, next);
  });
}

/** The code of an envelope; null for another answer. */
function codeOf(payload: unknown): number | null {
  if (typeof payload !== 'object' || payload === null || !('code' in payload)) return null;
  return typeof payload.code === 'number' ? payload.code : null;
}
