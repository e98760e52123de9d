import { ROOT_CONTEXT, trace, TraceFlags } from '@opentelemetry/api';
import { type ReadableSpan, type SpanExporter, TracerProvider } from '@opentelemetry/sdk-trace';
import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { entrySampler, isFlagged } from './otlp-tracer.ts';
import { loggedFailures, spanCounts, spanQueue } from './span-queue.ts';

type Done = Parameters<SpanExporter['export']>[1];

/** An exporter whose collector answers when the test says so. */
function heldExporter() {
  const open: { readonly spans: readonly ReadableSpan[]; readonly done: Done }[] = [];
  const exporter: SpanExporter = {
    export: (spans, done) => void open.push({ spans, done }),
    shutdown: () => Promise.resolve(),
  };
  return { open, exporter };
}

const countsOf = async (registry: Registry) => {
  const text = await registry.metrics();
  const value = (line: string) =>
    Number(
      text
        .split('\n')
        .find((one) => one.startsWith(line))
        ?.split(' ')[1],
    );
  return {
    exported: value('dunlin_trace_spans_exported_total'),
    queue: value('dunlin_trace_spans_dropped_total{reason="queue"}'),
    export: value('dunlin_trace_spans_dropped_total{reason="export"}'),
  };
};

test('holds a bounded number of spans, on their way included, and counts all others as dropped', async () => {
  const registry = new Registry();
  const { open, exporter } = heldExporter();
  const failures: unknown[] = [];
  const queue = spanQueue(exporter, spanCounts(registry), (error) => failures.push(error));
  const tracer = new TracerProvider({ spanProcessors: [queue] }).getTracer('test');
  for (let nth = 0; nth < 5_000; nth += 1) tracer.startSpan('one').end();
  expect(open).toHaveLength(1);
  expect(await countsOf(registry)).toEqual({ exported: 0, queue: 5_000 - 4_096, export: 0 });

  const failed = open.shift();
  failed?.done({ code: 1, error: new Error('away') });
  await expect.poll(() => open.length).toBe(1);
  expect(failures).toEqual([new Error('away')]);
  const lost = failed?.spans.length ?? 0;
  expect(lost).toBeGreaterThan(0);
  // What became free is taken again, and no more.
  for (let nth = 0; nth < lost + 10; nth += 1) tracer.startSpan('one').end();
  expect(await countsOf(registry)).toEqual({ exported: 0, queue: 5_000 - 4_096 + 10, export: lost });

  const taken = open.shift();
  taken?.done({ code: 0 });
  expect((await countsOf(registry)).exported).toBe(taken?.spans.length);
});

test('logs a collector that is away once in a minute', () => {
  const lines: object[] = [];
  let nowMs = 0;
  const failed = loggedFailures({ warn: (facts) => void lines.push(facts) }, () => nowMs);
  for (nowMs = 0; nowMs < 120_000; nowMs += 1_000) failed(new Error('away'));
  expect(lines).toHaveLength(2);
});

test('a caller decides neither by its flag nor by its trace id what is recorded', () => {
  const sampled = (share: number, random: number) => {
    const tracer = new TracerProvider({ sampler: entrySampler(share, () => random) }).getTracer('test');
    const flagsOf = (context = ROOT_CONTEXT, links: { context: ReturnType<typeof remote> }[] = []) =>
      isFlagged(tracer.startSpan('one', { links }, context).spanContext().traceFlags);
    return flagsOf;
  };
  const remote = (traceFlags: number, isRemote = true) => ({
    traceId: '0'.repeat(31).concat('1'),
    spanId: '0'.repeat(15).concat('1'),
    traceFlags,
    isRemote,
  });
  const below = (context: ReturnType<typeof remote>) => trace.setSpanContext(ROOT_CONTEXT, context);
  for (const flag of [TraceFlags.NONE, TraceFlags.SAMPLED]) {
    expect(sampled(0.5, 0.4)(below(remote(flag)))).toBe(true);
    expect(sampled(0.5, 0.5)(below(remote(flag)))).toBe(false);
    // Parts of a trace follow its beginning, and a batch its commands.
    expect(sampled(0.5, 0.4)(below(remote(flag, false)))).toBe(flag === TraceFlags.SAMPLED);
    expect(sampled(0, 0.4)(ROOT_CONTEXT, [{ context: remote(flag) }])).toBe(flag === TraceFlags.SAMPLED);
  }
});
