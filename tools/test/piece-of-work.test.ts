import { expect, it } from 'vitest';
import { measurePiece, slownessOf } from './piece-of-work.ts';

it('a machine is as slow as its slowest piece of work, and never faster than usual', () => {
  const one = slownessOf([1]);
  expect(one).toBe(1);
  expect(slownessOf([10_000, 1, 20_000])).toBeCloseTo(2 * slownessOf([10_000]));
});

it('the least of some measures counts', async () => {
  const times = [0, 50, 50, 80, 80, 120];
  const nothing = () => Promise.resolve();
  expect(await measurePiece(nothing, () => times.shift() ?? 0)).toBe(30);
});

it('a piece takes time', async () => {
  expect(await measurePiece()).toBeGreaterThan(1);
});
