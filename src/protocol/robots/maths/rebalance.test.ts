import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ParametersOf } from '../entities/parameters.ts';
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

  it('looks at a basket once the candles of all coins that began together have closed, each once', () => {
    const basket = { ...half, share: 30, others: [{ pair: 'BUSDT', share: 30 }] };
    const context = {
      market,
      markets: [market, market],
      holdings: { quote: amount, base: 0n, coins: [0n, 0n] },
      now: 0,
    };
    const first = rebalance.start(basket, context, 10_000, [20_000]);
    expect(first.orders).toMatchObject([
      { ref: 1, side: 'buy' },
      { ref: 2, coin: 1, side: 'buy' },
    ]);
    const end = { kind: 'fill', side: 'buy', ticks: 1, lots: 0, received: 0n, given: 0n, done: true } as const;
    let state = rebalance.on(basket, first.state, { ...end, ref: 1 }, context).state;
    const candle = (coin: number, start: number) => {
      const prices = { open: 10_000, high: 10_000, low: 10_000, close: 10_000 };
      const step = rebalance.on(basket, state, { kind: 'candle', coin, start, ...prices }, context);
      ({ state } = step);
      return step.orders.length;
    };
    // While an order is under way nothing follows.
    expect([candle(0, 60), candle(1, 60)]).toEqual([0, 0]);
    state = rebalance.on(basket, state, { ...end, ref: 2, coin: 1 }, context).state;
    // A candle that is heard of again, and one of before, change nothing.
    expect([candle(1, 60), candle(1, 120), candle(0, 60), candle(1, 120), candle(0, 120)]).toEqual([0, 0, 0, 0, 2]);
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
