import { expect, it } from 'vitest';
import { hourMs } from '#protocol/core/durations.ts';
import { Retries } from './retries.ts';

/** Items that fail, and when they are tried again. */

async function failed(): Promise<never> {
  throw new Error('not now');
}

it('tries what failed again after delays that double, and holds nothing else up', async () => {
  let now = 1_000_000;
  const lost: string[] = [];
  const retries = new Retries<string>(
    () => now,
    (_, key) => void lost.push(key),
  );
  expect(await retries.attempt('one', failed)).toBe(false);
  expect([retries.isWaiting('one'), retries.isWaiting('other')]).toEqual([true, false]);
  expect(await retries.attempt('one', failed)).toBe(false);
  expect(lost).toEqual(['one']);
  now += 1_000;
  await retries.attempt('one', failed);
  expect(lost).toEqual(['one', 'one']);
  now += 1_999;
  expect(retries.isWaiting('one')).toBe(true);
  now += 1;
  expect(await retries.attempt('one', async () => undefined)).toBe(true);
  expect(retries.failing).toEqual({ count: 0, since: null });
});

it('waits no longer because the clock was set back', async () => {
  let now = 100 * hourMs;
  const retries = new Retries<string>(
    () => now,
    () => undefined,
  );
  await retries.attempt('one', failed);
  now -= 26 * hourMs;
  expect(retries.isWaiting('one')).toBe(false);
  expect(await retries.attempt('one', async () => undefined)).toBe(true);
});
