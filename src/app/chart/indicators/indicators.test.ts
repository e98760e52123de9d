import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { allRuns } from '../../../../tests/depth.ts';
import type { CandleRow, CandleStore } from '../kline/candle-store.ts';
import { createCandleStore } from '../kline/candle-store.ts';
import { createBollinger } from './bollinger.ts';
import { createExponentialAverage } from './exponential-average.ts';
import type { Indicator } from './indicator.ts';
import { createKdj } from './kdj.ts';
import { createMacd } from './macd.ts';
import { createMovingAverage } from './moving-average.ts';
import type { NaiveCandles } from './naive-indicators.ts';
import {
  naiveBollinger,
  naiveExponential,
  naiveKdj,
  naiveMacd,
  naiveMean,
  naiveRsi,
  naiveWilliams,
} from './naive-indicators.ts';
import { createRsi } from './rsi.ts';
import { createWilliams } from './williams.ts';

interface Case {
  readonly make: (store: CandleStore) => Indicator;
  readonly naive: (candles: NaiveCandles) => number[][];
}

const cases: Readonly<Record<string, Case>> = {
  MA: {
    make: (store) => createMovingAverage(store, [3, 7]),
    naive: ({ closes }) => [naiveMean(closes, 3), naiveMean(closes, 7)],
  },
  EMA: {
    make: (store) => createExponentialAverage(store, [3, 7]),
    naive: ({ closes }) => [naiveExponential(closes, 3), naiveExponential(closes, 7)],
  },
  BOLL: { make: (store) => createBollinger(store, 5, 2), naive: ({ closes }) => naiveBollinger(closes, 5, 2) },
  MACD: { make: (store) => createMacd(store, 4, 7, 3), naive: ({ closes }) => naiveMacd(closes, 4, 7, 3) },
  KDJ: { make: (store) => createKdj(store, 5, 3, 3), naive: (candles) => naiveKdj(candles, 5, 3, 3) },
  RSI: {
    make: (store) => createRsi(store, [3, 6]),
    naive: ({ closes }) => [naiveRsi(closes, 3), naiveRsi(closes, 6)],
  },
  WR: { make: (store) => createWilliams(store, 5), naive: (candles) => [naiveWilliams(candles, 5)] },
};

type Step = { readonly is: 'tick' | 'append' | 'prepend'; readonly prices: readonly number[] };

const price = fc.integer({ min: 1, max: 1_000_000 }).map((cents) => cents / 100);
const step: fc.Arbitrary<Step> = fc.record({
  is: fc.constantFrom('tick', 'append', 'prepend'),
  prices: fc.array(price, { minLength: 4, maxLength: 12 }),
});

function row(time: number, prices: readonly number[]): CandleRow {
  const four = prices.slice(0, 4);
  return [time, four[0]!, Math.max(...four), Math.min(...four), four[3]!, 1];
}

function expectLines(indicator: Indicator, wanted: number[][], length: number): void {
  for (const [at, line] of wanted.entries()) {
    for (let index = 0; index < length; index += 1) {
      const had = indicator.lines[at]![index]!;
      const want = line[index]!;
      if (Number.isNaN(want)) expect(had).toBeNaN();
      else expect(Math.abs(had - want)).toBeLessThanOrEqual(1e-6 * Math.max(1, Math.abs(want)));
    }
  }
}

test.each(Object.entries(cases))('%s stays true through ticks, new candles and older pages', (_, { make, naive }) => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 40 }), (steps) => {
      const store = createCandleStore();
      const indicator = make(store);
      let oldest = 0;
      let newest = 0;
      for (const { is, prices } of steps) {
        if (is === 'prepend') {
          store.prepend(prices.map((_, at) => row(oldest - prices.length + at, prices)));
          oldest -= prices.length;
          indicator.compute(0);
        } else {
          if (is === 'append') newest += 1;
          store.put(row(newest, prices));
          // A tick costs the tail alone: everything before it must still be right.
          indicator.compute(store.length - 1);
        }
      }
      const take = (column: Float64Array) => [...column.subarray(0, store.length)];
      const candles = { highs: take(store.highs), lows: take(store.lows), closes: take(store.closes) };
      expectLines(indicator, naive(candles), store.length);
    }),
    { numRuns: allRuns(60) },
  );
});

test('a market that does not move has neither strength nor weakness', () => {
  const store = createCandleStore();
  store.replaceAll(Array.from({ length: 30 }, (_, at): CandleRow => [at, 5, 5, 5, 5, 0]));
  const rsi = createRsi(store, [6]);
  const kdj = createKdj(store, 9, 3, 3);
  rsi.compute(0);
  kdj.compute(0);
  expect(rsi.lines[0]![29]).toBe(50);
  expect(kdj.lines.map((line) => line[29])).toEqual([50, 50, 50]);
});

test('an average goes over hours without candles as if they were not there', () => {
  const store = createCandleStore();
  const hour = 3_600_000;
  const friday = Date.UTC(2026, 10, 20, 18);
  const sunday = Date.UTC(2026, 10, 22, 22);
  store.replaceAll([0, 1, 2].map((at) => row(friday + at * hour, [10, 10, 10, 10 + at])));
  const average = createMovingAverage(store, [3]);
  average.compute(0);
  store.put(row(sunday, [10, 10, 10, 30]));
  average.compute(3);
  expect(store.length).toBe(4);
  expect(average.lines[0]![3]).toBeCloseTo((11 + 12 + 30) / 3);
});
