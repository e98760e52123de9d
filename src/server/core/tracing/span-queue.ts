import { BatchSpanProcessor, type ReadableSpan, type SpanExporter, type SpanProcessor } from '@opentelemetry/sdk-trace';
import type { Registry } from 'prom-client';
import { Counter } from 'prom-client';

/** Most spans held, waiting or on their way to the collector; what ends beyond that is dropped. */
const spansMax = 4_096;
/** Spans of one export. */
const exportMax = 512;
const exportEveryMs = 1_000;
/** A collector that is away is logged once in this time. */
const loggedEveryMs = 60_000;

type ExportResult = Parameters<Parameters<SpanExporter['export']>[1]>[0];
/** As `ExportResultCode` of the SDK's core, which is no dependency of ours. */
const succeeded: ExportResult['code'] = 0;

/** What becomes of spans. */
interface SpanCounts {
  exported(spans: number): void;
  dropped(reason: 'queue' | 'export', spans: number): void;
}

/** Counts spans in the metrics of the exchange. */
export function spanCounts(registry: Registry): SpanCounts {
  const exported = new Counter({
    name: 'dunlin_trace_spans_exported_total',
    help: 'Spans the collector took.',
    registers: [registry],
  });
  const dropped = new Counter({
    name: 'dunlin_trace_spans_dropped_total',
    help: 'Spans that were dropped: the queue was full, or the collector did not take them.',
    labelNames: ['reason'],
    registers: [registry],
  });
  for (const reason of ['queue', 'export']) dropped.inc({ reason }, 0);
  return {
    exported: (spans) => exported.inc(spans),
    dropped: (reason, spans) => dropped.inc({ reason }, spans),
  };
}

/**
 * The batch processor of the SDK behind a bound of our own, which also counts what is on its way and what a collector
 * did not take: the processor counts neither. Ending a span never waits.
 */
export function spanQueue(
  exporter: SpanExporter,
  counts: SpanCounts,
  failed: (error: Error | undefined) => void,
): SpanProcessor {
  let held = 0;
  const counted: SpanExporter = {
    export(spans: ReadableSpan[], done) {
      exporter.export(spans, (result) => {
        held -= spans.length;
        if (result.code === succeeded) counts.exported(spans.length);
        else {
          counts.dropped('export', spans.length);
          failed(result.error);
        }
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
  };
  const batches = new BatchSpanProcessor({
    exporter: counted,
    maxQueueSize: spansMax,
    maxExportBatchSize: exportMax,
    scheduledDelayMillis: exportEveryMs,
  });
  return {
    onStart: (span, context) => batches.onStart(span, context),
    onEnd(span) {
      if (held >= spansMax) {
        counts.dropped('queue', 1);
        return;
      }
      held += 1;
      batches.onEnd(span);
    },
    forceFlush: () => batches.forceFlush(),
    shutdown: () => batches.shutdown(),
  };
}

/** Logs that a collector does not take spans, once in a while. */
export function loggedFailures(logger: { warn(facts: object, message: string): void }, nowMs: () => number) {
  let loggedAtMs = -Infinity;
  return (error: Error | undefined): void => {
    if (nowMs() - loggedAtMs < loggedEveryMs) return;
    loggedAtMs = nowMs();
    logger.warn({ err: error }, 'the collector does not take spans');
  };
}
