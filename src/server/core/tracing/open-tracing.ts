import type { Registry } from 'prom-client';
import type { Tracer } from './tracer.ts';

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

/** Opens tracing of this process when a collector is configured. Nothing of the SDK is loaded otherwise. */
export async function openTracing(settings: TracingSettings, deps: TracingDeps): Promise<Tracer | null> {
  const { endpoint } = settings;
  if (endpoint === null) return null;
  const { createOtlpTracer } = await import('./otlp-tracer.ts');
  const tracer = createOtlpTracer({ ...settings, endpoint }, deps);
  deps.closers.add('tracing', () => tracer.close());
  return tracer;
}
