import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allRuns } from '../../../../tests/depth.ts';
import { isFastAbove, noCloses, withClose } from './moving-average.ts';
import { market, NaiveBook } from './testing-book.ts';
import { trend } from './trend.ts';

const amount = 100_000_000_000n;
const crossing = { strategy: 'trend', minutes: 5, fast: 2, slow: 4, trailing: '3' } as const;

describe('moving averages', () => {
  it('are those of the last closes', () => {
    const any = fc.record({
      closes: fc.array(fc.integer({ min: 1, max: 10_000_000 }), { minLength: 1, maxLength: 400, size: 'max' }),
      fast: fc.integer({ min: 2, max: 100 }),
      more: fc.integer({ min: 1, max: 100 }),
    });
    fc.assert(
      fc.property(any, ({ closes, fast, more }) => {
        const slow = fast + more;
        let kept = noCloses;
        for (const [nth, close] of closes.entries()) {
          kept = withClose(kept, close, fast, slow);
          const sum = (most: number) =>
            closes.slice(Math.max(0, nth + 1 - most), nth + 1).reduce((all, one) => all + one, 0);
          expect([kept.fast, kept.slow]).toEqual([sum(fast), sum(slow)]);
          expect(kept.count).toBe(Math.min(nth + 1, slow));
          if (nth + 1 >= slow) expect(isFastAbove(kept, fast, slow)).toBe(sum(fast) / fast > sum(slow) / slow);
        }
        expect(kept.blocks.length).toBeLessThan(slow / 16 + 3);
      }),
      { numRuns: allRuns(100) },
    );
  });
});

describe('trend following', () => {
  it('says what is wrong with parameters', () => {
    expect(trend.check(crossing, market, amount, 15_000)).toBeNull();
    expect(trend.check({ ...crossing, fast: 4 }, market, amount, 15_000)?.field).toBe('fast');
    expect(trend.check({ ...crossing, trailing: '100' }, market, amount, 15_000)?.field).toBe('trailing');
  });

  const closes = (book: NaiveBook<'trend'>, prices: readonly number[]) => {
    for (const price of prices) book.candle(price, price, price, price);
  };

  it('buys when the fast average crosses above the slow one, and sells when it crosses below', () => {
    const book = new NaiveBook(crossing, amount, 10_000).start();
    closes(book, [10_000, 9_990, 9_980, 9_970, 9_960]);
    expect(book.fills).toBe(0);
    closes(book, [10_050]);
    expect(book.record).toHaveLength(1);
    expect(book.holdings.quote * 50n).toBeLessThan(amount);
    closes(book, [10_060, 10_040, 10_000, 9_980]);
    expect(book.record).toHaveLength(2);
    expect(book.holdings.base).toBeLessThan(market.lotUnits);
  });

  it('sells when the price falls behind its peak, and waits for the next cross', () => {
    const book = new NaiveBook(crossing, amount, 10_000).start();
    closes(book, [10_000, 9_990, 9_980, 9_970, 10_100, 10_500]);
    expect(book.watch.below).toBe(10_185);
    book.move(10_186);
    expect(book.record).toHaveLength(1);
    book.move(10_185);
    expect(book.record).toHaveLength(2);
    expect(book.watch.below).toBeNull();
    closes(book, [10_600, 10_700]);
    expect(book.record).toHaveLength(2);
  });
});
