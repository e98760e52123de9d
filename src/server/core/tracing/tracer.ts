import type { Registry } from 'prom-client';

/** Settings of tracing. */
export interface TracingSettings {
  /** Base of a collector's OTLP over HTTP, as in `http://127.0.0.1:4318`; null switches tracing off. */
  readonly endpoint: string | null;
  /** Headers of every export, such as a collector's credentials. */
  readonly headers: Readonly<Record<string, string>>;
  /** Name of this service in traces. */
  readonly serviceName: string;
  /** Share of traces that are recorded, 0 to 1. */
  readonly sampledShare: number;
}

export interface TracingDeps {
  readonly metrics: Registry;
  readonly logger: { warn(facts: object, message: string): void };
  /** Closes the tracer with the process. */
  readonly closers: { add(name: string, close: () => Promise<void>): void };
}

/**
 * Facts a span may carry. This list is all there is: no person, session, address, amount or idempotency key can be
 * recorded, because there is no name for it.
 */
export interface SpanFacts {
  readonly 'http.request.method'?: string;
  /** The pattern of the route, as in `/api/notice/info/:id`, never the address that was asked for. */
  readonly 'http.route'?: string;
  readonly 'http.response.status_code'?: number;
  /** As `reqId` in the log. */
  readonly 'dunlin.request_id'?: string;
  /** Name of a call, as in `POST currency`. */
  readonly 'dunlin.call'?: string;
  readonly 'dunlin.area'?: string;
  /** Code of the answer's envelope: 200, or a code of the catalogue. */
  readonly 'dunlin.code'?: number;
  /** Writer of a family of markets, as in `spot`. */
  readonly 'dunlin.writer'?: string;
  /** Kind of a command, as in `place`. */
  readonly 'dunlin.command'?: string;
  /** A listed pair or contract. */
  readonly 'dunlin.pair'?: string;
  /** Commands in a batch, traced or not. */
  readonly 'dunlin.batch_size'?: number;
  readonly 'dunlin.job'?: string;
}

/** Where a span stands in its trace (W3C Trace Context). */
export interface SpanContext {
  /** 32 lower-case hexadecimal digits, not all zero. */
  readonly traceId: string;
  /** 16 lower-case hexadecimal digits, not all zero. */
  readonly spanId: string;
  /** Whether the trace is recorded. */
  readonly isSampled: boolean;
}

/** A timed part of a trace. One that is not sampled takes all of these and records nothing. */
export interface Span {
  readonly context: SpanContext;
  set(facts: SpanFacts): void;
  /** Relates it to a span of another trace. */
  link(other: SpanContext): void;
  /** Marks it as failed. */
  fail(): void;
  /** Records it. A span that never ends is never recorded. */
  end(): void;
}

export interface SpanOptions {
  /** `server` for an incoming request; `internal` by default. */
  readonly kind?: 'server' | 'internal';
  /** The span it is a part of. A caller outside of the exchange gives its trace id and never decides on sampling. */
  readonly parent?: { readonly context: SpanContext; readonly isRemote: boolean } | null;
  /** Spans of other traces. One of them being sampled makes this one sampled. */
  readonly links?: readonly SpanContext[];
  readonly facts?: SpanFacts;
}

/** Starts spans; null in its place when tracing is off. */
export interface Tracer {
  start(name: string, options?: SpanOptions): Span;
  /** Exports what is queued, within a bounded time, and records nothing from then on. */
  close(): Promise<void>;
}
