import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { AnswerDeadlines, AnswerOverdue } from './answer-deadlines.ts';

const never = () => new Promise<never>(() => undefined);

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
    void watch('slow', deadlines.run(60_000, never));
    void watch('money', deadlines.run(5_000, never));
    void watch(
      'quick',
      deadlines.run(5_000, () => Promise.resolve(1)),
    );
    void watch(
      'broken',
      deadlines.run(5_000, () => Promise.reject(new Error('no'))),
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

it('drops the result of a call after its limit', async () => {
  const deadlines = new AnswerDeadlines();
  const late = deadlines.run(120, async () => {
    await sleep(400);
    throw new Error('too late to be heard');
  });
  await expect(late).rejects.toBeInstanceOf(AnswerOverdue);
  await sleep(400);
});
