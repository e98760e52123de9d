import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allRuns } from '../../../../../../tests/depth.ts';
import type { ParametersOf } from '#protocol/robots/entities/parameters.ts';
import { strategyOf } from '#protocol/robots/maths/strategies.ts';
import { contractMarket as market } from '#protocol/robots/maths/testing-book.ts';
import { backTest } from '../back-test.ts';
import { emptyColumns } from '../candle-columns.ts';
import { naiveContractRun } from './testing-naive-contract.ts';

type ContractGrid = ParametersOf<'contract-grid'>;
type Bar = readonly [open: number, high: number, low: number, close: number];

const amount = 100_000_000_000n;
const grid: ContractGrid = {
  strategy: 'contract-grid',
  direction: 'long',
  leverage: 2,
  lower: '90',
  upper: '110',
  lines: 5,
  spacing: 'arithmetic',
};

/** Bars of some minutes from a midnight on. */
function candlesOf(bars: readonly Bar[], step = 15) {
  const columns = emptyColumns(step, bars.length);
  for (const [nth, [open, high, low, close]] of bars.entries()) {
    columns.minute[nth] = 1_440 * 20_000 + nth * step;
    columns.open[nth] = open;
    columns.high[nth] = high;
    columns.low[nth] = low;
    columns.close[nth] = close;
  }
  return columns;
}

const still = (ticks: number): Bar => [ticks, ticks, ticks, ticks];
const tested = (given: ContractGrid, bars: readonly Bar[], step = 15) =>
  backTest({ parameters: given, market, amount, candles: candlesOf(bars, step) });

describe('a back-test on a contract', () => {
  it('takes profits half a spread worse than their lines, and pays every fee', () => {
    // Three bars: market openings at the open of the second, the profit of the lower one in the third.
    const { trades, pairs, won, fees, value, liquidated } = tested(grid, [
      still(10_000),
      still(10_000),
      [10_000, 10_500, 10_000, 10_400],
    ]);
    expect({ trades, pairs, won, liquidated }).toEqual({ trades: 3, pairs: 1, won: 1, liquidated: 0 });
    const start = strategyOf(grid).start(grid, { market, holdings: { quote: amount, base: 0n }, now: 0 }, 10_000);
    const lots = BigInt(start.orders[0]?.lots ?? 0);
    const perTick = lots * market.unitsPerTickLot;
    // Bought at 10,002, sold at 10,497 of a line of 10,500; the other long is worth 398 a lot more at 10,400.
    const paid = [10_002n, 10_002n, 10_497n].reduce((sum, ticks) => sum + (perTick * ticks * 500n) / 1_000_000n, 0n);
    expect(fees).toBe(paid);
    expect(value).toBe(amount + perTick * (10_497n - 10_002n) + perTick * (10_400n - 10_002n) - paid);
  });

  it('fills no order at its line, and takes no profit in the bar of an opening', () => {
    const below = { ...grid, lower: '90', upper: '110', lines: 3 };
    expect(tested(below, [still(10_000), still(10_000), [10_000, 10_000, 9_000, 10_000]]).trades).toBe(1);
    const wide = tested({ ...grid, lines: 5 }, [still(10_000), still(10_000), [10_000, 10_499, 9_499, 10_000]]);
    expect(wide).toMatchObject({ trades: 3, pairs: 0 });
  });

  it('loses the margins of what is liquidated before anything makes a profit', () => {
    const narrow: ContractGrid = { ...grid, leverage: 5, lower: '95', upper: '105', lines: 3 };
    const result = tested(narrow, [still(10_000), still(10_000), [10_000, 10_600, 7_000, 10_000]]);
    expect(result.liquidated).toBe(2);
    expect(result.pairs).toBe(0);
    expect(result.change).toBeLessThan(-0.9);
    expect(result.drawdown).toBeGreaterThan(0.9);
  });

  it('pays for nights', () => {
    const held = { ...grid, lines: 3 };
    const without = tested(held, [still(10_000), still(10_000)], 15);
    const nights = tested(
      held,
      Array.from({ length: 4 }, () => still(10_000)),
      1_440,
    );
    expect(nights.fees).toBeGreaterThan(without.fees);
    expect(without.value - nights.value).toBe(nights.fees - without.fees);
  });

  it('makes as much of a fall where it is short, and its worst price is a high', () => {
    const short = { ...grid, direction: 'short' } as const;
    const rise = tested(short, [still(10_000), still(10_000), [10_000, 10_900, 10_000, 10_000]]);
    expect(rise.drawdown).toBeGreaterThan(0.02);
    expect(tested(short, [still(10_000), still(10_000), [10_000, 10_000, 9_500, 9_500]]).pairs).toBe(1);
  });
});

it('comes to the same as a run that looks at everything in every bar', () => {
  const price = (least: number, most: number) => fc.integer({ min: least, max: most }).map((ticks) => `${ticks / 100}`);
  const given: fc.Arbitrary<ContractGrid> = fc.record({
    strategy: fc.constant('contract-grid' as const),
    direction: fc.constantFrom('long' as const, 'short' as const, 'neutral' as const),
    leverage: fc.constantFrom(1 as const, 2 as const, 3 as const, 5 as const),
    lower: price(8_500, 9_900),
    upper: price(10_100, 11_500),
    lines: fc.integer({ min: 3, max: 20 }),
    spacing: fc.constantFrom('arithmetic' as const, 'geometric' as const),
  });
  const path = fc.array(
    fc.tuple(
      fc.integer({ min: -350, max: 350 }),
      fc.constantFrom(0, 0, 0, 10, 10, 300, 300, 4_000),
      fc.constantFrom(0, 0, 0, 10, 10, 300, 300, 4_000),
      fc.integer({ min: -60, max: 60 }),
    ),
    { minLength: 30, maxLength: 160, size: 'max' },
  );
  const seen = { ran: 0, trades: 0, liquidated: 0 };
  fc.assert(
    fc.property(given, path, fc.constantFrom(15, 240), (parameters, moves, step) => {
      let last = 10_000;
      const bars = moves.map(([move, up, down, jump]): Bar => {
        const open = Math.max(3_000, last + jump);
        last = Math.max(3_000, open + move);
        return [open, Math.max(open, last) + up, Math.min(open, last) - down, last];
      });
      if (strategyOf(parameters).check(parameters, market, amount, bars[0]?.[3] ?? 0) !== null) return;
      const input = { parameters, market, amount, candles: candlesOf(bars, step) };
      const { value, trades, pairs, liquidated, fees } = backTest(input);
      expect({ value, trades, pairs, liquidated, fees }).toEqual(naiveContractRun(input));
      seen.ran += 1;
      seen.trades += trades;
      seen.liquidated += liquidated;
    }),
    { numRuns: allRuns(300) },
  );
  expect(seen.ran).toBeGreaterThan(60);
  expect(seen.trades).toBeGreaterThan(seen.ran);
  expect(seen.liquidated).toBeGreaterThan(0);
});
