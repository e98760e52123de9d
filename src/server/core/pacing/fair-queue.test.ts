import * as fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { allRuns } from '../../../../tests/depth.ts';
import { FairQueue, QueueRefusal, type FairQueueTerms } from './fair-queue.ts';

const terms: FairQueueTerms = {
  runningMax: 2,
  runningPerKeyMax: 2,
  waitingMax: 1_000,
  waitingPerKeyMax: 500,
  waitMaxMs: 10_000,
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Flushes microtasks. */
const settle = () => vi.advanceTimersByTimeAsync(0);

/** A queue whose tasks end when a test says so. */
function world(changes: Partial<FairQueueTerms> = {}) {
  const queue = new FairQueue<string>({ ...terms, ...changes });
  const started: string[] = [];
  const ends: { readonly key: string; readonly end: () => void }[] = [];
  const refused: string[] = [];
  const add = (key: string, name = key) => {
    const work = () =>
      new Promise<void>((resolve) => {
        started.push(name);
        ends.push({ key, end: resolve });
      });
    queue.run(key, work).catch((error: unknown) => {
      if (!(error instanceof QueueRefusal)) throw error;
      refused.push(`${name} ${error.why}`);
    });
  };
  const endFirst = async () => {
    ends.shift()?.end();
    await settle();
  };
  return { queue, started, ends, refused, add, endFirst };
}

test('a key with one task waits for one task of each other key, not for their whole backlog', async () => {
  const { add, started, endFirst } = world();
  for (let index = 0; index < 100; index += 1) add('hostile');
  add('one');
  add('two');
  await settle();
  expect(started).toEqual(['hostile', 'hostile']);
  for (let index = 0; index < 3; index += 1) await endFirst();
  expect(started.slice(2)).toEqual(['one', 'two', 'hostile']);
});

test('one key runs no more than its share at once, even while slots are free', async () => {
  const { add, started, endFirst } = world({ runningMax: 3, runningPerKeyMax: 1 });
  for (const name of ['a1', 'a2', 'a3']) add('a', name);
  add('b', 'b1');
  await settle();
  expect(started).toEqual(['a1', 'b1']);
  await endFirst();
  expect(started).toEqual(['a1', 'b1', 'a2']);
});

test('a task that waits too long, or exceeds a queue limit, is refused without having started', async () => {
  const { add, started, refused, queue, endFirst } = world({ runningMax: 1, waitingMax: 3, waitingPerKeyMax: 2 });
  for (const name of ['a1', 'a2', 'a3', 'a4']) add('a', name);
  add('b', 'b1');
  add('c', 'c1');
  await settle();
  expect(refused).toEqual(['a4 full', 'c1 full']);
  await vi.advanceTimersByTimeAsync(terms.waitMaxMs);
  expect(refused.slice(2)).toEqual(['a2 late', 'a3 late', 'b1 late']);
  await endFirst();
  expect(started).toEqual(['a1']);
  expect(queue.figures).toEqual({ running: 0, waiting: 0 });
});

test('failed work frees its slot and rejects; a closed queue refuses', async () => {
  const { queue, add, refused } = world({ runningMax: 1 });
  await expect(queue.run('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  await expect(queue.run('a', () => Promise.resolve(7))).resolves.toBe(7);
  add('a', 'runs');
  add('a', 'waits');
  queue.close();
  add('b', 'comes');
  await settle();
  expect(refused).toEqual(['waits closed', 'comes closed']);
});

test('under any load: bounds hold, nothing is lost, and no key waits for more than one turn of each other', async () => {
  const keys = ['a', 'b', 'c', 'd'];
  const act = fc.oneof(fc.constantFrom(...keys), fc.constant(null));
  await fc.assert(
    fc.asyncProperty(fc.array(act, { maxLength: 80 }), async (acts) => {
      const limits = { runningMax: 2, runningPerKeyMax: 1 };
      const { queue, add, started, ends, endFirst } = world(limits);
      let added = 0;
      const waitedTurns = new Map<string, number>();
      for (const key of acts) {
        const before = started.length;
        if (key === null) await endFirst();
        else {
          added += 1;
          add(key);
          await settle();
        }
        const running = Map.groupBy(ends, (one) => one.key);
        expect(ends.length).toBeLessThanOrEqual(limits.runningMax);
        for (const ofKey of running.values()) expect(ofKey.length).toBeLessThanOrEqual(limits.runningPerKeyMax);
        for (const begun of started.slice(before)) {
          waitedTurns.set(begun, 0);
          // A waiting key with a free slot is preceded at most once by each other key.
          for (const other of keys) {
            const isReady = other !== begun && queue.figures.waiting > 0 && !running.has(other);
            waitedTurns.set(other, isReady ? (waitedTurns.get(other) ?? 0) + 1 : 0);
          }
        }
        for (const turns of waitedTurns.values()) expect(turns).toBeLessThanOrEqual(keys.length);
      }
      while (ends.length > 0) await endFirst();
      expect(started.length).toBe(added);
      expect(queue.figures).toEqual({ running: 0, waiting: 0 });
    }),
    { numRuns: allRuns(100) },
  );
});
