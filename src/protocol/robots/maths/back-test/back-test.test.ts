import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allRuns } from '../../../../../tests/depth.ts';
import type { ParametersOf, RobotParameters } from '#protocol/robots/entities/parameters.ts';
import { strategyOf } from '../strategies.ts';
import { market } from '../testing-book.ts';
import { backTest } from './back-test.ts';
import { type CandleColumns, emptyColumns } from './candle-columns.ts';
import { curvePointsMax } from './equity.ts';
import { naiveRun } from './testing-naive-run.ts';

const amount = 100_000_000_000n;

/** Candles of a path of [open, high, low, close], a minute each. */
function candlesOf(path: readonly (readonly [number, number, number, number])[], step = 1): CandleColumns {
  const columns = emptyColumns(step, path.length);
  for (const [nth, [open, high, low, close]] of path.entries()) {
    columns.minute[nth] = 1_000_000 + nth * step;
    columns.open[nth] = open;
    columns.high[nth] = high;
    columns.low[nth] = low;
    columns.close[nth] = close;
  }
  return columns;
}

const flat = (ticks: number, count: number) =>
  Array.from({ length: count }, () => [ticks, ticks, ticks, ticks] as const);

const lined: RobotParameters = { strategy: 'grid', lower: '100', upper: '200', lines: 5, spacing: 'arithmetic' };
const run = (path: readonly (readonly [number, number, number, number])[], parameters = lined) =>
  backTest({ parameters, market, amount, candles: candlesOf(path) });

describe('a back-test', () => {
  it('fills a limit only when the price goes through it by a tick', () => {
    const start = flat(15_000, 3);
    expect(run([...start, [15_000, 17_500, 15_000, 15_000]]).trades).toBe(1);
    expect(run([...start, [15_000, 17_501, 15_000, 15_000]]).trades).toBe(2);
    expect(run([...start, [15_000, 15_000, 12_500, 15_000]]).trades).toBe(1);
    expect(run([...start, [15_000, 15_000, 12_499, 15_000]]).trades).toBe(2);
  });

  it('fills what follows from a fill in the next bar at the earliest', () => {
    const start = flat(15_000, 3);
    // Both the purchase at 125 and the sale at 175 stood there before.
    const wide = [15_000, 17_501, 12_499, 15_000] as const;
    expect(run([...start, wide]).trades).toBe(3);
    // The sale a line above a purchase of this bar waits, though the bar came back to it.
    expect(run([...start, [15_000, 15_001, 12_499, 15_001]]).trades).toBe(2);
    expect(run([...start, [15_000, 15_001, 12_499, 15_001], ...flat(15_001, 1)]).trades).toBe(3);
  });

  it('trades at the market at the next open, half a spread worse', () => {
    const path = [...flat(15_000, 1), [16_000, 16_000, 16_000, 16_000], ...flat(16_000, 2)] as const;
    const result = run(path);
    // Holding pays 16,000 and a spread of 4 ticks, and the fee.
    expect(result.holding).toBeCloseTo((0.999 * 16_000) / 16_004 - 1, 9);
    expect(result.trades).toBe(1);
  });

  it('knows nothing before its time: what comes later changes no earlier point', () => {
    const path = fc.array(fc.integer({ min: 9_000, max: 21_000 }), { minLength: 40, maxLength: 60 });
    fc.assert(
      fc.property(path, fc.integer({ min: 9_000, max: 21_000 }), (ends, other) => {
        const bars = ends.map((close, nth) => {
          const open = ends[nth - 1] ?? close;
          return [open, Math.max(open, close), Math.min(open, close), close] as const;
        });
        const last = [ends.at(-2) ?? 0, 21_000, 9_000, other] as const;
        const before = run(bars).curve.robot.slice(0, -1);
        expect(run([...bars.slice(0, -1), last]).curve.robot.slice(0, -1)).toEqual(before);
      }),
      { numRuns: allRuns(50) },
    );
  });

  it('has a curve of at most 400 points, and both parts make the whole', () => {
    const bars = Array.from({ length: 1_000 }, (_, nth) => {
      const close = 15_000 + Math.round(3_000 * Math.sin(nth / 20));
      return [close, close + 40, close - 40, close] as const;
    });
    const result = run(bars);
    expect(result.curve.robot).toHaveLength(curvePointsMax);
    expect((1 + result.tuned) * (1 + result.unseen)).toBeCloseTo(1 + result.change, 9);
    expect(result.curve.robot.at(-1)).toBeCloseTo(result.change, 9);
    expect(result.pairs).toBeGreaterThan(10);
    expect(result.inRange).toBe(1);
  });

  it('names the time without candles', () => {
    const candles = candlesOf(flat(15_000, 4), 15);
    candles.minute[3] = (candles.minute[3] ?? 0) + 45;
    const { missing } = backTest({ parameters: lined, market, amount, candles });
    expect(missing.minutes).toBe(45);
    expect(missing.longest).toEqual([{ from: (1_000_000 + 45) * 60_000, minutes: 45 }]);
  });
});

const price = (least: number, most: number) => fc.integer({ min: least, max: most }).map((ticks) => `${ticks / 100}`);
const percent = (least: number, most: number) =>
  fc.integer({ min: least, max: most }).map((hundredths) => (hundredths / 100).toFixed(2));

/** Strategies that trade pairs; those on contracts have tests of their own. */
type OnPairs = Exclude<RobotParameters['strategy'], 'contract-grid'>;

const parameters: Readonly<Record<OnPairs, fc.Arbitrary<RobotParameters>>> = {
  grid: fc.record({
    strategy: fc.constant('grid' as const),
    lower: price(6_000, 14_000),
    upper: price(15_000, 22_000),
    lines: fc.integer({ min: 2, max: 40 }),
    spacing: fc.constantFrom('arithmetic' as const, 'geometric' as const),
  }),
  averaging: fc.record({
    strategy: fc.constant('averaging' as const),
    takeProfit: percent(10, 500),
    safetyOrders: fc.integer({ min: 0, max: 8 }),
    step: percent(10, 600),
    scale: percent(100, 200),
  }),
  trend: fc.record({
    strategy: fc.constant('trend' as const),
    minutes: fc.constantFrom(1 as const, 5 as const),
    fast: fc.constant(2),
    slow: fc.integer({ min: 3, max: 8 }),
    trailing: percent(10, 1_000),
  }),
  rebalance: fc.record({
    strategy: fc.constant('rebalance' as const),
    minutes: fc.constant(5 as const),
    share: fc.integer({ min: 10, max: 90 }),
    drift: percent(10, 400),
    others: fc.constant<ParametersOf<'rebalance'>['others']>([]),
  }),
};

const path = fc.array(
  fc.tuple(
    fc.integer({ min: -300, max: 300 }),
    fc.constantFrom(0, 0, 10, 200),
    fc.constantFrom(0, 0, 10, 200),
    fc.integer({ min: -20, max: 20 }),
  ),
  { minLength: 30, maxLength: 200, size: 'max' },
);

describe.each(Object.keys(parameters) as OnPairs[])('%s', (name) => {
  it('comes to the same as a run that looks at every order in every bar', () => {
    let trades = 0;
    let ran = 0;
    fc.assert(
      fc.property(parameters[name], path, (given, moves) => {
        let last = 14_500;
        const bars = moves.map(([move, up, down, jump]) => {
          const open = Math.max(1_000, last + jump);
          last = Math.max(1_000, open + move);
          return [open, Math.max(open, last) + up, Math.min(open, last) - down, last] as const;
        });
        if (strategyOf(given).check(given, market, amount, bars[0]?.[3] ?? 0) !== null) return;
        const input = { parameters: given, market, amount, candles: candlesOf(bars) };
        const result = backTest(input);
        const naive = naiveRun(input);
        expect({ value: result.value, trades: result.trades, fees: result.fees, pairs: result.pairs }).toEqual(naive);
        ran += 1;
        trades += result.trades;
      }),
      { numRuns: allRuns(150) },
    );
    expect(ran).toBeGreaterThan(50);
    expect(trades).toBeGreaterThan(ran);
  });
});
