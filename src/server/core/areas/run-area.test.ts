import { expect, it } from 'vitest';
import { createRunArea } from './run-area.ts';
import { callsOf } from './area.ts';
import type { Handlers } from '../handler.ts';
import { createLogger } from '../log/log.ts';
import { createClosers } from '../jobs/closers.ts';
import { startJobs } from '../jobs/jobs.ts';

const logger = createLogger('silent');
const silent = { calls: {}, jobs: [] };

it('repeats each job, and ends when the running ones have ended', async () => {
  const done: string[] = [];
  let finish: (() => void) | undefined;
  const long = () => new Promise<void>((resolve) => (finish = resolve));
  const jobs = startJobs(
    [
      { name: 'short', everyMs: 1, run: async () => void done.push('short') },
      { name: 'long', everyMs: 1, run: long, stop: () => finish?.() },
    ],
    { logger },
  );
  await expect.poll(() => done.length > 2 && finish !== undefined).toBe(true);
  await jobs.close();
  const ran = done.length;
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(done.length).toBe(ran);
});

it('reports what fails to health, unless it is only logged', async () => {
  const failing = new Set<string>();
  const troubles = { failing: (part: string) => void failing.add(part), working: () => undefined };
  let runs = 0;
  const run = async () => {
    runs += 1;
    throw new Error('away');
  };
  const jobs = startJobs(
    [
      { name: 'shown', everyMs: 1, run },
      { name: 'logged', everyMs: 1, run, isLoggedOnly: true },
    ],
    { logger, troubles },
  );
  await expect.poll(() => runs).toBeGreaterThan(6);
  await jobs.close();
  expect([...failing]).toEqual(['shown']);
});

it('closes areas in reverse order, the jobs of each before their resources', async () => {
  const ended: string[] = [];
  const closers = createClosers(logger);
  const run = createRunArea({ logger, closers });
  const area = (name: string) => ({
    calls: {},
    jobs: [{ name, everyMs: 60_000, run: async () => undefined, stop: () => void ended.push(`jobs of ${name}`) }],
    close: () => void ended.push(name),
  });
  run('first', area('first'));
  run('second', { ...area('second'), start: () => void ended.push('second started') });
  await closers.closeAll();
  expect(ended).toEqual(['second started', 'jobs of second', 'second', 'jobs of first', 'first']);
});

it('merges the calls of areas, and rejects a call served by two of them', () => {
  const calls: Partial<Handlers> = { 'GET common/sysTime': async () => ({ now: 1 }) };
  expect(Object.keys(callsOf({ one: { ...silent, calls }, other: silent }))).toEqual(['GET common/sysTime']);
  expect(() => callsOf({ one: { ...silent, calls }, other: { ...silent, calls } })).toThrow('GET common/sysTime');
});
