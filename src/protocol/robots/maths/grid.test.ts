import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { grid } from './grid.ts';
import { gridLines, leastPairProfitPpm, nearestLine } from './grid-lines.ts';
import { market, NaiveBook } from './testing-book.ts';

const amount = 100_000_000_000n;
const lined = { strategy: 'grid', lower: '100', upper: '200', lines: 5, spacing: 'arithmetic' } as const;

/** What stands in a book, by line. */
function standing(book: NaiveBook<'grid'>): string[] {
  const orders = [...book.open.values()].toSorted((a, b) => (a.ticks ?? 0) - (b.ticks ?? 0));
  return orders.map(({ side, ticks }) => `${side} ${ticks}`);
}

describe('the lines of a grid', () => {
  it('are at equal distances, or each the same share above the one below', () => {
    expect(gridLines(lined, market)).toEqual([10_000, 12_500, 15_000, 17_500, 20_000]);
    // 100 × 2 ^ (i / 4), truncated.
    expect(gridLines({ ...lined, spacing: 'geometric' }, market)).toEqual([10_000, 11_892, 14_142, 16_817, 20_000]);
  });

  it('begin and end at the bounds, and rise', () => {
    const any = fc.record({
      low: fc.integer({ min: 1, max: 1_000_000 }),
      more: fc.integer({ min: 200, max: 1_000_000 }),
      lines: fc.integer({ min: 2, max: 100 }),
      spacing: fc.constantFrom('arithmetic' as const, 'geometric' as const),
    });
    fc.assert(
      fc.property(any, ({ low, more, lines, spacing }) => {
        const bounds = { lower: `${low / 100}`, upper: `${(low + more) / 100}` };
        const ticks = gridLines({ lines, spacing, ...bounds }, market);
        expect(ticks).toHaveLength(lines);
        expect(ticks[0]).toBe(low);
        expect(ticks.at(-1)).toBe(low + more);
        expect(ticks.every((at, line) => line === 0 || at >= (ticks[line - 1] ?? 0))).toBe(true);
      }),
    );
  });

  it('make the profit that is shown for a pair: sold less bought, with the fees of both', () => {
    // 100 lots at 150.00 leave 99.92; sold at 175.00, less 0.08 %.
    const profit = Math.floor((17_500 * 0.9992 ** 2 * 1_000_000) / 15_000) - 1_000_000;
    expect(leastPairProfitPpm(market, [15_000, 17_500])).toBe(profit);
    expect(nearestLine([10_000, 12_500], 11_250)).toBe(0);
    expect(nearestLine([10_000, 12_500], 11_251)).toBe(1);
  });
});

describe('a grid', () => {
  it('says what is wrong with parameters', () => {
    expect(grid.check(lined, market, amount, 15_000)).toBeNull();
    expect(grid.check({ ...lined, lower: '200' }, market, amount, 15_000)?.problem).toBe('wrong-order');
    expect(grid.check({ ...lined, upper: '100.02' }, market, amount, 15_000)?.problem).toBe('too-many');
    // Lines 0.1 % apart do not pay for fees of 0.08 % on both sides.
    expect(grid.check({ ...lined, lower: '149', upper: '149.6' }, market, amount, 15_000)?.problem).toBe('too-many');
    expect(grid.check({ ...lined, lower: '149', upper: '151' }, market, amount, 15_000)).toBeNull();
    expect(grid.check(lined, market, 2_000_000_000n, 15_000)?.problem).toBe('too-little-money');
    expect(grid.check({ ...lined, lower: '10' }, market, amount, 15_000)?.field).toBe('lower');
    expect(grid.check({ ...lined, upper: '1600' }, market, amount, 15_000)?.field).toBe('upper');
    expect(grid.check({ ...lined, lower: '100.001' }, market, amount, 15_000)?.field).toBe('lower');
  });

  it('begins with the coins that the lines above the price sell, and leaves the nearest line empty', () => {
    const book = new NaiveBook(lined, amount, 15_000).start();
    expect(standing(book)).toEqual(['buy 10000', 'buy 12500', 'sell 17500', 'sell 20000']);
    const lots = [...book.open.values()].map((order) => order.lots);
    expect(new Set(lots).size).toBe(1);
    // Nearly all of it is in use.
    const behind = [...book.open.values()].reduce(
      (sum, { side, ticks, lots: own }) => sum + (side === 'buy' ? (ticks ?? 0) : 15_000) * own,
      0,
    );
    expect(behind * 100).toBeGreaterThan(Number(amount) * 0.98);
  });

  it('sells a line higher what it bought, and buys back a line lower what it sold', () => {
    const book = new NaiveBook(lined, amount, 15_000).start();
    book.move(17_500);
    expect(standing(book)).toEqual(['buy 10000', 'buy 12500', 'buy 15000', 'sell 20000']);
    book.move(15_000);
    expect(standing(book)).toEqual(['buy 10000', 'buy 12500', 'sell 17500', 'sell 20000']);
    book.move(9_000);
    expect(standing(book)).toEqual(['sell 12500', 'sell 15000', 'sell 17500', 'sell 20000']);
    book.move(21_000);
    expect(standing(book)).toEqual(['buy 10000', 'buy 12500', 'buy 15000', 'buy 17500']);
  });

  it.each([true, false])('stands the same in whatever order it hears of fills (reversed: %s)', (isReversed) => {
    const book = new NaiveBook(lined, amount, 15_000).start();
    book.move(20_000, { isReversed });
    expect(standing(book)).toEqual(['buy 10000', 'buy 12500', 'buy 15000', 'buy 17500']);
    book.move(12_000, { isReversed });
    expect(standing(book)).toEqual(['buy 10000', 'sell 15000', 'sell 17500', 'sell 20000']);
  });

  it.each([
    ['down and up', [10_000, 20_000, 15_000]],
    ['up and down', [20_000, 10_000, 15_000]],
  ])('stands again after all of its orders were filled at once (%s)', (_, through) => {
    const book = new NaiveBook(lined, amount, 15_000).start();
    book.rush(through);
    expect(standing(book)).toEqual(['buy 10000', 'buy 12500', 'sell 17500', 'sell 20000']);
  });

  it('goes on after a pause where it was: a line that was passed trades at once', () => {
    const book = new NaiveBook(lined, amount, 15_000).start();
    book.pause(15_000);
    expect(standing(book)).toEqual(['buy 10000', 'buy 12500', 'sell 17500', 'sell 20000']);
    book.pause(12_000);
    expect(standing(book)).toEqual(['buy 10000', 'sell 15000', 'sell 17500', 'sell 20000']);
    book.move(15_000, { filledPercent: 40 });
    const left = book.open.get([...book.open.values()].find(({ ticks }) => ticks === 15_000)?.ref ?? 0)?.left;
    book.pause(14_000);
    const again = [...book.open.values()].find(({ ticks }) => ticks === 15_000);
    expect(again?.lots).toBe(left);
  });

  it('makes a profit with each way up and down between two lines', () => {
    const book = new NaiveBook(lined, amount, 15_000).start();
    const before = book.value;
    for (let way = 0; way < 10; way += 1) {
      book.move(17_500);
      book.move(15_000);
    }
    expect(book.value).toBeGreaterThan(before);
  });

  it('buys in portions what is more than one order may be', () => {
    const book = new NaiveBook(lined, amount, 15_000, { ...market, maxLots: 15_000 }).start();
    expect(book.record.length).toBeGreaterThan(1);
    expect(standing(book)).toEqual(['buy 10000', 'buy 12500', 'sell 17500', 'sell 20000']);
  });
});
