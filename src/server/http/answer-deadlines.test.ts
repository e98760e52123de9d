import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { AnswerDeadlines, AnswerOverdue, type LateEnd } from './answer-deadlines.ts';

const never = () => new Promise<never>(() => undefined);
const ignored = () => undefined;

it('ends each call by its own limit, whatever started before it', async () => {
  vi.useFakeTimers();
  try {
    let nowMs = 0;
    const deadlines = new AnswerDeadlines(() => nowMs);
    const ended: string[] = [];
    const watch = (what: string, call: Promise<unknown>) =>
      call.then(
        () => ended.push(`${what} answered`),
        (error: unknown) => ended.push(`${what} ${error instanceof AnswerOverdue ? 'overdue' : 'failed'}`),
      );
    void watch('slow', deadlines.run(60_000, never, ignored));
    void watch('money', deadlines.run(5_000, never, ignored));
    void watch(
      'quick',
      deadlines.run(5_000, () => Promise.resolve(1), ignored),
    );
    void watch(
      'broken',
      deadlines.run(5_000, () => Promise.reject(new Error('no')), ignored),
    );
    const goOn = async (ms: number) => {
      nowMs += ms;
      await vi.advanceTimersByTimeAsync(ms);
    };
    await goOn(4_800);
    expect(ended.toSorted()).toEqual(['broken failed', 'quick answered']);
    await goOn(200);
    expect(ended.at(-1)).toBe('money overdue');
    await goOn(54_000);
    expect(ended).toHaveLength(3);
    await goOn(1_000);
    expect(ended.at(-1)).toBe('slow overdue');
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});

it('looks a second time after the process stood still, before it gives up what is answered by then', async () => {
  vi.useFakeTimers();
  try {
    let nowMs = 0;
    const deadlines = new AnswerDeadlines(() => nowMs);
    let answer: (value: string) => void = ignored;
    const answered = deadlines.run(5_000, () => new Promise<string>((resolve) => (answer = resolve)), ignored);
    const unanswered = deadlines.run(5_000, never, ignored);
    const isOverdue = expect(unanswered).rejects.toBeInstanceOf(AnswerOverdue);
    nowMs = 30_000;
    await vi.advanceTimersByTimeAsync(100);
    // Timers come before what is read from sockets.
    answer('it was there');
    await vi.advanceTimersByTimeAsync(100);
    await expect(answered).resolves.toBe('it was there');
    await isOverdue;
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});

it('hands the result of a call after its limit to the log alone', async () => {
  const deadlines = new AnswerDeadlines();
  const ends: LateEnd[] = [];
  const heard = (end: LateEnd) => void ends.push(end);
  const failing = async () => {
    await sleep(400);
    throw new Error('too late to be heard');
  };
  const inTime = deadlines.run(5_000, () => Promise.resolve('here'), heard);
  const failed = deadlines.run(120, failing, heard);
  const done = deadlines.run(120, () => sleep(500), heard);
  await expect(inTime).resolves.toBe('here');
  await expect(failed).rejects.toBeInstanceOf(AnswerOverdue);
  await expect(done).rejects.toBeInstanceOf(AnswerOverdue);
  expect(ends).toEqual([]);
  await expect.poll(() => ends.length).toBe(2);
  expect(ends).toMatchObject([{ error: new Error('too late to be heard') }, { error: null }]);
  for (const { tookMs } of ends) expect(tookMs).toBeGreaterThan(390);
});
