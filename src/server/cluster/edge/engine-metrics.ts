import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { Operation } from '../bus/operations.ts';

/** What becomes of requests to the engine. */
export interface EngineCounts {
  /** The engine answered, with whatever it was. */
  answered(operation: Operation, tookMs: number): void;
  /**
   * Nobody knows whether a change was made: the answer was lost or late (`answer`), or the engine does not know it
   * itself (`engine`), as when its connection to the store broke.
   */
  unknown(reason: 'answer' | 'engine'): void;
}

/** Counts requests to the engine in the metrics of an edge. */
export function engineCounts(registry: Registry): EngineCounts {
  const seconds = new Histogram({
    name: 'dunlin_engine_request_seconds',
    help: 'Time from sending a request to the engine until it answers, by operation.',
    labelNames: ['operation'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  const unknown = new Counter({
    name: 'dunlin_engine_unknown_outcomes_total',
    help: 'Changes of which an edge does not know whether they were made: the answer was lost or late, or the engine does not know.',
    labelNames: ['reason'],
    registers: [registry],
  });
  for (const reason of ['answer', 'engine']) unknown.inc({ reason }, 0);
  return {
    answered: (operation, tookMs) => seconds.observe({ operation }, tookMs / 1_000),
    unknown: (reason) => unknown.inc({ reason }),
  };
}

/** What is measured of the engine as an edge sees it. */
interface EngineFigures {
  /** The epoch of the engine that is followed; null while there is none. */
  readonly epoch: number | null;
  /** Requests that were not sent, because there is no engine. */
  readonly waitingCount: number;
}

/** Gauges of which engine an edge follows, and of what waits for one. */
export function measureEngine(figures: () => EngineFigures, registry: Registry): void {
  const epoch: Gauge = new Gauge({
    name: 'dunlin_engine_epoch',
    help: 'Epoch of the engine that the edge follows, which grows with each take-over; 0 while there is none.',
    registers: [registry],
    collect() {
      epoch.set(figures().epoch ?? 0);
    },
  });
  const waiting: Gauge = new Gauge({
    name: 'dunlin_engine_requests_waiting',
    help: 'Requests that wait at the edge for an engine and were not sent.',
    registers: [registry],
    collect() {
      waiting.set(figures().waitingCount);
    },
  });
}
