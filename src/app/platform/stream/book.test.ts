import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Level } from '#protocol/market-data/entities/market.ts';
import { depthLevelsMax } from '#protocol/core/limits.ts';
import { Book } from './book.ts';

const level = fc.tuple(
  fc.nat(40).map((ticks) => `${100 + ticks / 4}`),
  fc.nat(3).map(String),
);
const change = fc.record({
  snapshot: fc.boolean(),
  bids: fc.array(level, { maxLength: 6 }),
  asks: fc.array(level, { maxLength: 6 }),
});

/** A naive implementation of the same book. */
class PlainSide {
  levels = new Map<string, string>();

  put(levels: readonly Level[]): void {
    for (const [price, amount] of levels) {
      if (amount === '0') this.levels.delete(price);
      else this.levels.set(price, amount);
    }
  }

  best(count: number, sign: 1 | -1) {
    const sorted = [...this.levels].toSorted(([a], [b]) => sign * (Number(a) - Number(b))).slice(0, count);
    let total = 0;
    return sorted.map(([price, amount]) => ({ price, amount, total: (total += Number(amount)) }));
  }
}

test('views are the best levels of the book, best first, with running totals', () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 20 }), fc.integer({ min: 1, max: 12 }), (changes, levels) => {
      const book = new Book();
      let [bids, asks] = [new PlainSide(), new PlainSide()];
      for (const next of changes) {
        if (next.snapshot) {
          [bids, asks] = [new PlainSide(), new PlainSide()];
          book.snapshot(next);
        } else book.change(next);
        bids.put(next.bids);
        asks.put(next.asks);
        expect(book.view(levels)).toEqual({ bids: bids.best(levels, -1), asks: asks.best(levels, 1) });
      }
    }),
  );
});

test('what did not change is the same object, so that its cell does not render', () => {
  const book = new Book();
  book.snapshot({
    bids: [
      ['10', '1'],
      ['9', '2'],
      ['8', '3'],
    ],
    asks: [['11', '1']],
  });
  const before = book.view(2);
  book.change({ bids: [['8', '4']], asks: [] });
  expect(book.view(2)).toBe(before);
  book.change({ bids: [['9', '5']], asks: [] });
  const after = book.view(2);
  expect(after.asks).toBe(before.asks);
  expect(after.bids[0]).toBe(before.bids[0]);
  expect(after.bids[1]).toEqual({ price: '9', amount: '5', total: 6 });
});

test('a side holds a limited number of levels and keeps the best', () => {
  const book = new Book();
  const most = 2 * depthLevelsMax;
  const asks = Array.from({ length: most + 50 }, (_, index): Level => [`${2_000 - index}`, '1']);
  book.snapshot({ bids: [], asks });
  const view = book.view(10_000);
  expect(view.asks).toHaveLength(most);
  expect(view.asks[0]?.price).toBe(`${2_000 - most - 49}`);
});
