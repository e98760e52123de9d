import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { pushedApart, tagsWithRoom } from './line-places.ts';
import { reachedRange } from '../price-scale.ts';

test('heights that are apart stay, others are pushed in their order and stay within bounds', () => {
  expect(pushedApart([20, 80, 140], 27, 10, 200)).toEqual([20, 80, 140]);
  expect(pushedApart([50, 52], 27, 10, 200)).toEqual([50, 77]);
  expect(pushedApart([52, 50], 27, 10, 200)).toEqual([77, 50]);
  expect(pushedApart([198, 300], 27, 10, 200)).toEqual([173, 200]);
  expect(pushedApart([-40, 5], 27, 10, 200)).toEqual([10, 37]);
});

test('pushed heights never touch where there is room for all', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -500, max: 900 }), { maxLength: 4 }), (heights) => {
      const placed = pushedApart(heights, 27, 10, 200).toSorted((a, b) => a - b);
      for (const [at, height] of placed.entries()) {
        expect(height).toBeGreaterThanOrEqual(10);
        expect(height).toBeLessThanOrEqual(200);
        if (at > 0) expect(height - (placed[at - 1] ?? 0)).toBeGreaterThanOrEqual(27);
      }
    }),
  );
});

test('a tag gives way to those before it and to what is there already', () => {
  expect(tagsWithRoom([100, 110, 130], 21, [])).toEqual([true, false, true]);
  expect(tagsWithRoom([100, 150], 21, [105])).toEqual([false, true]);
});

test('prices near the candles come into view, those that would press them flat stay out', () => {
  expect(reachedRange([100, 110], [])).toEqual([100, 110]);
  expect(reachedRange([100, 110], [99, 112])).toEqual([99, 112]);
  expect(reachedRange([100, 110], [50, 112])).toEqual([100, 112]);
  expect(reachedRange([100, 110], [95])).toEqual([100, 110]);
});

test('the candles keep three quarters of what is in view', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 1, max: 10_000, noNaN: true }), { maxLength: 4 }), (prices) => {
      const [low, high] = reachedRange([100, 110], prices);
      expect(10 / (high - low)).toBeGreaterThanOrEqual(0.75);
    }),
  );
});
