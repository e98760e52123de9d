import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createClosers } from './closers.ts';
import { repeat } from './repeating.ts';

const silent = pino({ level: 'silent' });

test('everything is closed once, last first, even after a part that fails', async () => {
  const closers = createClosers(silent);
  const closed: string[] = [];
  closers.add('store', () => void closed.push('store'));
  closers.add('spot', () => {
    closed.push('spot');
    throw new Error('stuck');
  });
  closers.add('http', async () => void closed.push('http'));
  await closers.closeAll();
  await closers.closeAll();
  expect(closed).toEqual(['http', 'spot', 'store']);
});

test('repeated work continues after a failure, never overlaps, and ends when it is closed', async () => {
  let runs = 0;
  let isRunning = false;
  const enough = Promise.withResolvers<void>();
  const repeating = repeat(silent, 'work', 1, async () => {
    expect(isRunning).toBe(false);
    isRunning = true;
    await new Promise((resolve) => setTimeout(resolve, 3));
    isRunning = false;
    if ((runs += 1) === 3) enough.resolve();
    if (runs === 1) throw new Error('once');
  });
  await enough.promise;
  await repeating.close();
  const before = runs;
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(runs).toBe(before);
});
