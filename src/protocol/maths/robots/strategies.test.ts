import { expect, it } from 'vitest';
import { averaging } from './averaging.ts';
import { grid, gridLines } from './grid.ts';
import type { RobotMarket } from './strategy.ts';
import { trend } from './trend.ts';

/** Prices of two places, quantities of four. */
const market: RobotMarket = {
  baseScale: 8,
  quoteScale: 8,
  tickUnits: 1_000_000n,
  lotUnits: 10_000n,
  unitsPerTickLot: 100n,
  minLots: 1,
  maxLots: 6_000_000,
  minTotalUnits: 500_000_000n,
  makerFeePpm: 500n,
  takerFeePpm: 500n,
};
const amount = 100_000_000_000n;
const lined = { strategy: 'grid', lower: '100', upper: '200', lines: 5, spacing: 'arithmetic' } as const;
const contextOf = (quote: bigint, base: bigint) => ({ market, holdings: { quote, base }, now: 0 });

it('sets the lines of a grid at equal distances, or each the same share above the one below', () => {
  expect(gridLines(lined, market)).toEqual([10_000, 12_500, 15_000, 17_500, 20_000]);
  // 100 × 2 ^ (i / 4), truncated.
  expect(gridLines({ ...lined, spacing: 'geometric' }, market)).toEqual([10_000, 11_892, 14_142, 16_817, 20_000]);
});

it('says what is wrong with parameters', () => {
  expect(grid.check(lined, market, amount, 15_000)).toBeNull();
  expect(grid.check({ ...lined, lower: '200' }, market, amount, 15_000)?.problem).toBe('wrong-order');
  expect(grid.check({ ...lined, upper: '100.02' }, market, amount, 15_000)?.problem).toBe('too-many');
  expect(grid.check(lined, market, 100n, 15_000)?.problem).toBe('too-little-money');
  const crossing = { strategy: 'trend', minutes: 5, fast: 9, slow: 9, trailing: '3' } as const;
  expect(trend.check(crossing, market, amount, 15_000)?.field).toBe('fast');
  const safe = { strategy: 'averaging', takeProfit: '1', safetyOrders: 3, step: '2', scale: '1.50' } as const;
  expect(averaging.check(safe, market, amount, 15_000)).toBeNull();
  expect(averaging.check(safe, market, 1_000_000_000n, 15_000)?.problem).toBe('too-little-money');
});

it('buys a line lower and sells a line higher, with nothing on the line nearest to the price', () => {
  const opened = grid.start(lined, contextOf(amount, 0n), 15_000);
  expect(opened.orders).toMatchObject([{ side: 'buy', ticks: null }]);
  const lots = (opened.orders[0]?.lots ?? 0) / 2;
  const held = contextOf(amount / 2n, BigInt(2 * lots) * market.lotUnits);
  const bought = { kind: 'fill', ref: 1, side: 'buy', ticks: 15_000, lots: 2 * lots, received: 0n, given: 0n } as const;
  const set = grid.on(lined, opened.state, { ...bought, done: true }, held);
  const onLines = set.orders.map(({ side, ticks }) => `${side} ${ticks}`);
  expect(onLines.toSorted()).toEqual(['buy 10000', 'buy 12500', 'sell 17500', 'sell 20000']);
  const sold = set.orders.find(({ ticks }) => ticks === 17_500);
  const after = grid.on(lined, set.state, { ...bought, ref: sold?.ref ?? 0, side: 'sell', lots, done: true }, held);
  expect(after.orders).toMatchObject([{ side: 'buy', ticks: 15_000, lots }]);
  // One that left the book unfilled is not followed by another.
  const left = grid.on(lined, set.state, { ...bought, ref: sold?.ref ?? 0, side: 'sell', lots: 0, done: true }, held);
  expect(left.orders).toEqual([]);
});
