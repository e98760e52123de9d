import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { allRuns } from '../../../../../tests/depth.ts';
import type { Bar } from './closings.ts';
import { MinuteTextsWriter, readMinutes } from './minute-texts.ts';

const bar = fc
  .tuple(fc.integer({ min: 1, max: 2_000_000 }), fc.integer({ min: -90, max: 90 }), fc.nat(50), fc.nat(50))
  .map(([open, move, up, down]): Bar => {
    const close = Math.max(1, open + move);
    return { open, close, high: Math.max(open, close) + up, low: Math.max(0, Math.min(open, close) - down) };
  });

/** A minute that is missing, one without a trade, and one with trades. */
const minutes = fc.array(fc.oneof(fc.constant('missing' as const), fc.constant('still' as const), bar), {
  maxLength: 300,
});

test('minutes are read as they were written', () => {
  fc.assert(
    fc.property(minutes, (list) => {
      const writer = new MinuteTextsWriter();
      const expected: number[][] = [];
      let last = 0;
      for (const one of list) {
        if (one === 'missing') {
          writer.skip(1);
          expected.push([0, 0, 0, 0]);
          continue;
        }
        if (one === 'still') writer.stand(1);
        else writer.add(one);
        last = one === 'still' ? last : one.close;
        expected.push(one === 'still' ? [last, last, last, last] : [one.open, one.high, one.low, one.close]);
      }
      const { open, high, low, close, length } = readMinutes(writer.texts(), list.length);
      expect(length).toBe(list.length);
      const read = Array.from(open, (at, nth) => [at, high[nth], low[nth], close[nth]]);
      expect(read).toEqual(expected);
    }),
    { numRuns: allRuns(300) },
  );
});

test('a week without a trade is a few letters', () => {
  const writer = new MinuteTextsWriter();
  writer.add({ open: 650_000, high: 650_010, low: 649_990, close: 650_001 });
  writer.stand(10_079);
  expect(writer.texts()).toEqual({ runs: '0 0 1 0 10079 0', open: '650000', close: '1', high: '9', low: '10' });
});

test('what says more minutes than there are, or has too few numbers, is refused', () => {
  const one = { runs: '0 0 2', open: '5 1', close: '0 0', high: '0 0', low: '0 0' };
  expect(readMinutes(one, 2).close).toEqual(new Int32Array([5, 6]));
  expect(() => readMinutes(one, 1)).toThrow(RangeError);
  expect(() => readMinutes({ ...one, low: '0' }, 2)).toThrow(RangeError);
});
