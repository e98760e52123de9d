import { setTimeout as sleep } from 'node:timers/promises';
import {
  ROOT_CONTEXT,
  type Span as SdkSpan,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Context,
  type Link,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { TracerProvider, type Sampler, SamplingDecision } from '@opentelemetry/sdk-trace';
import { loggedFailures, spanCounts, spanQueue } from './span-queue.ts';
import type { Span, SpanContext, SpanFacts, SpanOptions, Tracer, TracingDeps, TracingSettings } from './tracer.ts';

/** Time a collector has to take one export, retries included. */
const exportTimeoutMs = 5_000;
/** Time that a shutdown gives to what is still queued. */
const closeMs = 2_000;
/** A batch holds at most this many commands (`batchMax` of the writers). */
const linksMax = 256;

const kinds = { server: SpanKind.SERVER, internal: SpanKind.INTERNAL } as const;

/**
 * Decides once, where a trace enters the exchange, and keeps to it: a span below one of the exchange follows it, a batch
 * is recorded when a command in it is. What a client asks for by the header's flag or by its choice of a trace id decides
 * nothing, so that nobody can fill the queue of spans; the samplers of the SDK trust one or the other.
 *
 * @param share of traces that are recorded, 0 to 1
 * @param random a number of at least 0 and less than 1
 */
export function entrySampler(share: number, random: () => number): Sampler {
  const isSampled = (context: Context, links: readonly Link[]): boolean => {
    const parent = trace.getSpanContext(context);
    if (parent !== undefined && parent.isRemote !== true) return isFlagged(parent.traceFlags);
    return links.length > 0 ? links.some((link) => isFlagged(link.context.traceFlags)) : random() < share;
  };
  return {
    shouldSample: (context, _traceId, _name, _kind, _attributes, links) => ({
      decision: isSampled(context, links) ? SamplingDecision.RECORD_AND_SAMPLED : SamplingDecision.NOT_RECORD,
    }),
    toString: () => `entrySampler(${share})`,
  };
}

/** Whether the flags of a span say that its trace is recorded. */
export function isFlagged(flags: number): boolean {
  return (flags & TraceFlags.SAMPLED) !== 0;
}

/**
 * A tracer that exports over OTLP/HTTP with JSON. It registers nothing global: contexts are passed on by the exchange
 * itself, so no context manager and no instrumentation is loaded.
 */
export function createOtlpTracer(
  { endpoint, headers, serviceName, sampledShare }: TracingSettings & { readonly endpoint: string },
  { metrics, logger }: TracingDeps,
): Tracer {
  const url = `${endpoint.replace(/\/$/, '')}/v1/traces`;
  const exporter = new OTLPTraceExporter({ url, headers: { ...headers }, timeoutMillis: exportTimeoutMs });
  const failed = loggedFailures(logger, () => performance.now());
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName }),
    sampler: entrySampler(sampledShare, Math.random),
    spanLimits: { linkCountLimit: linksMax },
    spanProcessors: [spanQueue(exporter, spanCounts(metrics), failed)],
  });
  const tracer = provider.getTracer('dunlin');
  return {
    start(name: string, { kind = 'internal', parent = null, links = [], facts = {} }: SpanOptions = {}): Span {
      const context =
        parent === null
          ? ROOT_CONTEXT
          : trace.setSpanContext(ROOT_CONTEXT, { ...sdkContext(parent.context), isRemote: parent.isRemote });
      const options = {
        kind: kinds[kind],
        attributes: { ...facts },
        links: links.map((link) => ({ context: sdkContext(link) })),
      };
      return new OtlpSpan(tracer.startSpan(name, options, context));
    },
    async close() {
      await Promise.race([provider.shutdown().catch(() => undefined), sleep(closeMs, undefined, { ref: false })]);
    },
  };
}

class OtlpSpan implements Span {
  readonly context: SpanContext;
  readonly #span: SdkSpan;

  constructor(span: SdkSpan) {
    const { traceId, spanId, traceFlags } = span.spanContext();
    this.context = { traceId, spanId, isSampled: isFlagged(traceFlags) };
    this.#span = span;
  }

  set(facts: SpanFacts): void {
    this.#span.setAttributes({ ...facts });
  }

  link(other: SpanContext): void {
    this.#span.addLink({ context: sdkContext(other) });
  }

  fail(): void {
    this.#span.setStatus({ code: SpanStatusCode.ERROR });
  }

  end(): void {
    this.#span.end();
  }
}

function sdkContext({ traceId, spanId, isSampled }: SpanContext) {
  return { traceId, spanId, traceFlags: isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE };
}
