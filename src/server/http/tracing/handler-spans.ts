import type { CallSpec } from '#protocol/core/call.ts';
import { calls } from '#protocol/calls.ts';
import type { Handlers } from '#server/core/handler.ts';
import { currentSpan, spanOf } from '#server/core/tracing/current-span.ts';
import type { Tracer } from '#server/core/tracing/tracer.ts';

/** Handlers with a span each below that of their request; the same ones when tracing is off. */
export function tracedHandlers(handlers: Handlers, tracer: Tracer | null): Handlers {
  if (tracer === null) return handlers;
  const traced = Object.entries<CallSpec>(calls).map(([name, { area }]) => {
    const handler = (handlers as unknown as Record<string, AnyHandler>)[name];
    return [name, handler === undefined ? undefined : tracedHandler(tracer, name, area, handler)];
  });
  return Object.fromEntries(traced) as Handlers;
}

type AnyHandler = (input: unknown, context: unknown) => Promise<unknown>;

function tracedHandler(tracer: Tracer, name: string, area: string, handler: AnyHandler): AnyHandler {
  const facts = { 'dunlin.call': name, 'dunlin.area': area } as const;
  return async (input, context) => {
    const request = currentSpan();
    if (request === null || !request.context.isSampled) return handler(input, context);
    const span = tracer.start(`handler ${name}`, { parent: { context: request.context, isRemote: false }, facts });
    return spanOf(span, () => handler(input, context));
  };
}
