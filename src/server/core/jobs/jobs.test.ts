import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createLogger } from '../log/log.ts';
import { currentSpan } from '../tracing/current-span.ts';
import type { Span, Tracer } from '../tracing/tracer.ts';
import { startJobs } from './jobs.ts';

/** A tracer that notes what ended, and how. */
function notingTracer() {
  const ended: string[] = [];
  const tracer: Tracer = {
    start(name): Span {
      let how = 'done';
      return {
        context: { traceId: '1'.repeat(32), spanId: '1'.repeat(16), isSampled: true },
        set: () => undefined,
        link: () => undefined,
        fail: () => void (how = 'failed'),
        end: () => void ended.push(`${name} ${how}`),
      };
    },
    close: () => Promise.resolve(),
  };
  return { tracer, ended };
}

it('traces the runs of a job that did something or failed, and no idle ones', async () => {
  const { tracer, ended } = notingTracer();
  const runs = { idle: 0, busy: 0, broken: 0 };
  const seen: boolean[] = [];
  const jobs = startJobs(
    [
      { name: 'idle', everyMs: 1, run: async () => void (runs.idle += 1) },
      {
        name: 'busy',
        everyMs: 1,
        async run() {
          await sleep(20);
          seen.push(currentSpan() !== null);
          runs.busy += 1;
        },
      },
      {
        name: 'broken',
        everyMs: 1,
        run: async () => {
          runs.broken += 1;
          throw new Error('x');
        },
      },
    ],
    { logger: createLogger('silent'), tracer },
  );
  await expect.poll(() => Math.min(...Object.values(runs)), { timeout: 10_000 }).toBeGreaterThan(3);
  await jobs.close();
  expect(ended.filter((one) => one === 'job busy done')).toHaveLength(runs.busy);
  expect(ended.filter((one) => one === 'job broken failed')).toHaveLength(runs.broken);
  // A busy machine may let an idle run take its time.
  expect(ended.filter((one) => one === 'job idle done').length).toBeLessThan(runs.idle);
  expect(seen).not.toContain(false);
});
