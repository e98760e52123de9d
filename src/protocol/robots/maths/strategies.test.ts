import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allRuns } from '../../../../tests/depth.ts';
import type { ParametersOf, RobotParameters } from '../entities/parameters.ts';
import { strategyOf } from './strategies.ts';
import { strategyNames } from './strategy.ts';
import { type BookMoods, market, NaiveBook } from './testing-book.ts';

/** What all strategies hold to, whatever the market does. */

const price = (least: number, most: number) => fc.integer({ min: least, max: most }).map((ticks) => `${ticks / 100}`);
const percent = (least: number, most: number) =>
  fc.integer({ min: least, max: most }).map((hundredths) => (hundredths / 100).toFixed(2));

/** Strategies that trade pairs; those on contracts have tests of their own. */
type OnPairs = Exclude<RobotParameters['strategy'], 'contract-grid'>;

const parameters: Readonly<Record<OnPairs, fc.Arbitrary<RobotParameters>>> = {
  grid: fc.record({
    strategy: fc.constant('grid' as const),
    lower: price(6_000, 11_000),
    upper: price(9_000, 20_000),
    lines: fc.integer({ min: 2, max: 40 }),
    spacing: fc.constantFrom('arithmetic' as const, 'geometric' as const),
  }),
  averaging: fc.record({
    strategy: fc.constant('averaging' as const),
    takeProfit: percent(1, 500),
    safetyOrders: fc.integer({ min: 0, max: 8 }),
    step: percent(10, 600),
    scale: percent(100, 300),
  }),
  trend: fc
    .record({
      strategy: fc.constant('trend' as const),
      minutes: fc.constant(1 as const),
      fast: fc.integer({ min: 2, max: 4 }),
      slow: fc.integer({ min: 3, max: 12 }),
      trailing: percent(10, 2_000),
    })
    .filter(({ fast, slow }) => fast < slow),
  rebalance: fc.record({
    strategy: fc.constant('rebalance' as const),
    minutes: fc.constant(5 as const),
    share: fc.integer({ min: 5, max: 95 }),
    drift: percent(1, 800),
    others: fc.constant<ParametersOf<'rebalance'>['others']>([]),
  }),
};

const moods: fc.Arbitrary<Partial<BookMoods>> = fc.record({
  filledPercent: fc.constantFrom(100, 100, 100, 60, 10),
  isReversed: fc.boolean(),
  slip: fc.integer({ min: 0, max: 150 }),
});

const act = fc.record({
  what: fc.constantFrom('move', 'move', 'candle', 'candle', 'candle', 'pause'),
  change: fc.integer({ min: -600, max: 600 }),
  moods,
});

function live(
  given: RobotParameters,
  amount: bigint,
  terms: typeof market,
  acts: readonly (typeof act extends fc.Arbitrary<infer One> ? One : never)[],
) {
  const book = new NaiveBook(given, amount, 10_000, terms);
  book.start(acts[0]?.moods);
  for (const { what, change, moods: mood } of acts) {
    const before = book.ticks;
    const ticks = Math.max(1_000, before + change);
    if (what === 'pause') book.pause(ticks, mood);
    else book.move(ticks, mood);
    if (what === 'candle') book.candle(before, Math.max(before, ticks), Math.min(before, ticks), ticks, mood);
  }
  return book;
}

const terms = fc.record({
  minLots: fc.constantFrom(1, 10),
  maxLots: fc.constantFrom(6_000_000, 40_000),
  lotUnits: fc.constantFrom(10_000n, 1_000_000n),
});

describe.each(strategyNames.filter((name) => name !== 'contract-grid'))('%s', (name) => {
  const life = fc.record({
    given: parameters[name],
    amount: fc.bigInt({ min: 2_000_000_000n, max: 2_000_000_000_000n }),
    changed: terms,
    acts: fc.array(act, { minLength: 1, maxLength: 60, size: 'max' }),
  });

  it('never spends what it does not hold, numbers no order twice, and goes on from what was written down', () => {
    let ran = 0;
    let fills = 0;
    fc.assert(
      fc.property(life, ({ given, amount, changed, acts }) => {
        const own = { ...market, ...changed, unitsPerTickLot: changed.lotUnits / 100n };
        if (strategyOf(given).check(given, own, amount, 10_000) !== null) return;
        ran += 1;
        fills += live(given, amount, own, acts).fills;
      }),
      { numRuns: allRuns(400) },
    );
    // The runs said something.
    expect(ran).toBeGreaterThan(40);
    expect(fills).toBeGreaterThan(ran / 2);
  });

  it('does the same again', () => {
    fc.assert(
      fc.property(life, ({ given, amount, acts }) => {
        if (strategyOf(given).check(given, market, amount, 10_000) !== null) return;
        const record = () => live(given, amount, market, acts).record;
        expect(record()).toEqual(record());
      }),
      { numRuns: allRuns(50) },
    );
  });

  it('refuses an amount that makes no orders', () => {
    fc.assert(
      fc.property(parameters[name], (given) => {
        expect(strategyOf(given).check(given, market, 100n, 10_000)).not.toBeNull();
      }),
      { numRuns: allRuns(50) },
    );
  });
});
