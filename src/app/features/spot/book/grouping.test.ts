import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromUnitsFixed, toUnits } from '#protocol/core/decimal.ts';
import { bidPercent, depthShare, groupLevels, groupOf, groupStep, groupings } from './grouping.ts';

const level = fc.record({ price: fc.bigInt(1n, 100_000n), amount: fc.bigInt(1n, 10n ** 9n) });
const levels = fc.uniqueArray(level, { selector: ({ price }) => price, maxLength: 100 });

/** Sums of amounts by group edge, in ticks and units of 10^-5, counted without order. */
function spec(of: readonly { price: bigint; amount: bigint }[], side: 'bids' | 'asks', step: bigint) {
  const groups = new Map<bigint, bigint>();
  for (const { price, amount } of of) {
    const edge = side === 'bids' ? (price / step) * step : ((price + step - 1n) / step) * step;
    groups.set(edge, (groups.get(edge) ?? 0n) + amount);
  }
  return groups;
}

describe('grouping of the book', () => {
  it('writes steps without needless zeros', () => {
    expect(groupings.map((grouping) => groupStep('0.1', grouping))).toEqual(['0.1', '1', '10']);
    expect(groupStep('0.00000001', 100)).toBe('0.000001');
  });

  it('gathers each level once, on the side that promises nothing', () => {
    fc.assert(
      fc.property(
        levels,
        fc.constantFrom('bids' as const, 'asks' as const),
        fc.constantFrom(...groupings),
        (book, side, grouping) => {
          const sorted = book.toSorted((a, b) => Number(side === 'bids' ? b.price - a.price : a.price - b.price));
          const texts = sorted.map(({ price, amount }) => ({
            price: fromUnitsFixed(price, 1),
            amount: fromUnitsFixed(amount, 5),
          }));
          const rows = groupLevels(texts, side, groupStep('0.1', grouping), 1_000);
          const expected = spec(book, side, BigInt(grouping));
          expect(rows.length).toBe(expected.size);
          let depth = 0n;
          for (const row of rows) {
            const amount = toUnits(row.amount, 5);
            expect(amount).toBe(expected.get(toUnits(row.price, 1)));
            depth += amount;
            expect(row.depth).toBe(depth * 10n ** 13n);
          }
        },
      ),
    );
  });

  it('stops after the rows asked for, the last of them whole', () => {
    const asks = ['1.0', '1.1', '1.9', '2.5', '3.5'].map((price) => ({ price, amount: '1' }));
    expect(groupLevels(asks, 'asks', '1', 2)).toEqual([
      { price: '1', amount: '1', depth: 10n ** 18n },
      { price: '2', amount: '2', depth: 3n * 10n ** 18n },
    ]);
  });

  it('finds the group of an own order', () => {
    expect(groupOf('61328.4', 'bids', '10')).toBe('61320');
    expect(groupOf('61328.4', 'asks', '10')).toBe('61330');
  });

  it('draws shares', () => {
    expect(depthShare(1n, 2n)).toBe(0.5);
    expect(depthShare(1n, 0n)).toBe(0);
    expect(bidPercent(0n, 0n)).toBe(50);
    expect(bidPercent(3n, 1n)).toBe(75);
  });
});
