import type { Tracer, TracingSettings, TracingDeps } from './tracer.ts';

/** Opens tracing of this process when a collector is configured. Nothing of the SDK is loaded otherwise. */
export async function openTracing(settings: TracingSettings, deps: TracingDeps): Promise<Tracer | null> {
  const { endpoint } = settings;
  if (endpoint === null) return null;
  const { createOtlpTracer } = await import('./otlp-tracer.ts');
  const tracer = createOtlpTracer({ ...settings, endpoint }, deps);
  deps.closers.add('tracing', () => tracer.close());
  return tracer;
}
