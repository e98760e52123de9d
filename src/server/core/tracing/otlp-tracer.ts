import { setTimeout as sleep } from 'node:timers/promises';
import { ROOT_CONTEXT, type Span as SdkSpan, SpanKind, SpanStatusCode, trace, TraceFlags } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { TracerProvider } from '@opentelemetry/sdk-trace';
import type { TracingDeps, TracingSettings } from './open-tracing.ts';
import { entrySampler, isFlagged } from './sampling.ts';
import { loggedFailures, spanCounts, spanQueue } from './span-queue.ts';
import type { Span, SpanContext, SpanFacts, SpanOptions, Tracer } from './tracer.ts';

/** Time a collector has to take one export, retries included. */
const exportTimeoutMs = 5_000;
/** Time that a shutdown gives to what is still queued. */
const closeMs = 2_000;
/** A batch holds at most this many commands (`batchMax` of the writers). */
const linksMax = 256;

const kinds = { server: SpanKind.SERVER, internal: SpanKind.INTERNAL } as const;

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
