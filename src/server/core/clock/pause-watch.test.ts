import { expect, test } from 'vitest';
import { pauseAtLeastMs, PauseWatch } from './pause-watch.ts';

test('counts pauses between two checks, including one that ends with the call', () => {
  let now = 1_000_000;
  const watch = new PauseWatch(() => now);
  for (let look = 0; look < 100; look += 1) {
    now += 500;
    expect(watch.pauses()).toBe(0);
  }
  now += pauseAtLeastMs;
  expect(watch.pauses()).toBe(0);
  now += pauseAtLeastMs + 1;
  expect(watch.pauses()).toBe(1);
  expect(watch.pauses()).toBe(1);
  now -= 3_600_000;
  expect(watch.pauses()).toBe(2);
});
