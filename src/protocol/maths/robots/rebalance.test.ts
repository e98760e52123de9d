import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ParametersOf } from '../../entities/quant/robot-parameters.ts';
import { baseValue } from './sizing.ts';
import { rebalance } from './rebalance.ts';
import { market, NaiveBook } from './testing-book.ts';

const amount = 100_000_000_000n;
const half: ParametersOf<'rebalance'> = { strategy: 'rebalance', minutes: 60, share: 50, drift: '5', others: [] };

function share(book: NaiveBook<'rebalance'>): number {
  return Number((baseValue(market, book.holdings.base, book.ticks) * 10_000n) / book.value) / 100;
}

describe('rebalancing', () => {
  it('says what is wrong with parameters', () => {
    expect(rebalance.check(half, market, amount, 15_000)).toBeNull();
    expect(rebalance.check({ ...half, share: 5 }, market, amount, 15_000)?.field).toBe('drift');
    expect(rebalance.check(half, market, 1_000_000_000n, 15_000)?.field).toBe('amount');
  });

  it('begins at its share, and restores it when it is off by the drift', () => {
    const book = new NaiveBook(half, amount, 10_000).start();
    expect(share(book)).toBeGreaterThan(49);
    expect(share(book)).toBeLessThan(50);
    book.candle(10_000, 12_000, 10_000, 12_000);
    expect(book.record).toHaveLength(1);
    book.candle(12_000, 12_500, 12_000, 12_500);
    expect(book.record).toHaveLength(2);
    expect(share(book)).toBeLessThan(50.1);
    expect(share(book)).toBeGreaterThan(49.9);
  });

  it('trades exactly where its share is off by the drift or more', () => {
    const any = fc.record({
      share: fc.integer({ min: 10, max: 90 }),
      drift: fc.integer({ min: 1, max: 9 }),
      close: fc.integer({ min: 2_000, max: 50_000 }),
    });
    fc.assert(
      fc.property(any, ({ share: target, drift, close }) => {
        const book = new NaiveBook({ ...half, share: target, drift: `${drift}` }, amount * 10n, 10_000).start();
        const traded = book.record.length;
        const { quote, base } = book.holdings;
        book.candle(close, close, close, close);
        const coins = BigInt(close) * base * market.unitsPerTickLot;
        const whole = quote * market.lotUnits + coins;
        const off = coins * 100n - whole * BigInt(target);
        const isOff = (off < 0n ? -off : off) >= whole * BigInt(drift);
        expect(book.record.length > traded).toBe(isOff);
      }),
    );
  });
});
