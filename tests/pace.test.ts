import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { paceOf, slownessNow, startWatch } from './pace.ts';

test('a machine as fast as the nominal one, or faster, is allowed no more and no less', () => {
  expect(paceOf(0.4, 1).allowedMs(500)).toBe(500);
  expect(paceOf(0.4, 0.9).slowness).toBe(1);
});

test('of several measurements the slowest counts, and what is allowed grows as it does', () => {
  expect(paceOf(1.5, 3, 0.8).allowedMs(500)).toBe(1_500);
  expect(paceOf(1.5, 6, 0.8).allowedMs(500)).toBe(3_000);
});

test('the fixed work runs without anything around it, as on a page', () => {
  const readings = [0, 50];
  const performance = { now: () => readings.shift() };
  expect(runInNewContext(`(${slownessNow.toString()})()`, { performance })).toBe(2);
});

test('a watch can be stopped again, and goes on meanwhile', () => {
  const watch = startWatch();
  const first = watch.stop();
  const second = watch.stop();
  expect(second.tookMs).toBeGreaterThan(first.tookMs);
  expect(second.slowness).toBeGreaterThanOrEqual(1);
});
