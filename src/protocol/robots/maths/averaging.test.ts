import { describe, expect, it } from 'vitest';
import { averaging } from './averaging.ts';
import { budgetAfter, profitTicks, safetyTicks } from './averaging-sizes.ts';
import { market, NaiveBook } from './testing-book.ts';

const amount = 100_000_000_000n;
const safe = { strategy: 'averaging', takeProfit: '1.5', safetyOrders: 3, step: '2', scale: '1.50' } as const;

describe('the sizes of averaging', () => {
  it('grow by the scale, and spend the budget together', () => {
    // 1 : 1.5 : 2.25 : 3.375 of 8.125.
    expect(budgetAfter(safe, 8_125n)).toEqual([1_000n, 2_500n, 4_750n, 8_125n]);
    expect(budgetAfter({ ...safe, scale: '1', safetyOrders: 3 }, 1_000n)).toEqual([250n, 500n, 750n, 1_000n]);
    expect(budgetAfter({ ...safe, safetyOrders: 0 }, 1_000n)).toEqual([1_000n]);
  });

  it('stand each a step below the one before', () => {
    expect([1, 2, 3].map((nth) => safetyTicks(10_000, safe, nth))).toEqual([9_800, 9_604, 9_411]);
  });

  it('sell at the lowest price that makes the profit after its fee', () => {
    const cost = 10_000n * 1_000n * market.unitsPerTickLot;
    const ticks = profitTicks(safe, market, cost, 1_000);
    const brings = (at: number) => (BigInt(at) * 1_000n * market.unitsPerTickLot * 999_200n) / 1_000_000n;
    expect(brings(ticks)).toBeGreaterThanOrEqual((cost * 10_150n) / 10_000n);
    expect(brings(ticks - 1)).toBeLessThan((cost * 10_150n) / 10_000n);
  });
});

describe('averaging', () => {
  it('says what is wrong with parameters', () => {
    expect(averaging.check(safe, market, amount, 15_000)).toBeNull();
    expect(averaging.check(safe, market, 1_000_000_000n, 15_000)?.problem).toBe('too-little-money');
    expect(averaging.check({ ...safe, step: '90' }, market, amount, 15_000)?.field).toBe('step');
    expect(averaging.check({ ...safe, takeProfit: '950' }, market, amount, 15_000)?.problem).toBe('too-high');
  });

  it('goes through its safety orders to its profit, and begins again with more', () => {
    const book = new NaiveBook(safe, amount, 10_000).start();
    const sides = () => [...book.open.values()].map(({ side }) => side).toSorted();
    expect(sides()).toEqual(['buy', 'sell']);
    book.move(9_800);
    book.move(9_604);
    expect(book.state?.safety).toBe(3);
    book.move(9_411);
    // All three are filled: only the sale is left, near the average price.
    expect(sides()).toEqual(['sell']);
    const [sale] = [...book.open.values()];
    expect(sale?.ticks).toBeGreaterThan(9_650);
    expect(sale?.ticks).toBeLessThan(9_850);
    // All of the purchases together spent no more than there was.
    expect(book.holdings.quote).toBeGreaterThanOrEqual(0n);
    book.move(sale?.ticks ?? 0);
    expect(book.state?.safety).toBe(1);
    expect(BigInt(book.state?.budget ?? 0)).toBeGreaterThan(amount);
    // What was put in, 1.5 % and the next purchase’s fee.
    expect(book.value).toBeGreaterThan((amount * 1_013n) / 1_000n);
  });

  it('tries again what the book refused once the price has moved', () => {
    // A purchase at the market that costs more than there is.
    const book = new NaiveBook({ ...safe, safetyOrders: 0 }, amount, 10_000).start({ slip: 500 });
    expect([book.fills, book.refused]).toEqual([0, 1]);
    book.move(10_001);
    expect(book.fills).toBe(0);
    book.move(10_011);
    expect(book.fills).toBe(1);
  });

  it('goes on after a pause with the orders it had', () => {
    const book = new NaiveBook(safe, amount, 10_000).start();
    const standing = () => [...book.open.values()].map(({ side, ticks, lots }) => `${side} ${lots} at ${ticks}`);
    const before = standing();
    book.pause(9_950);
    expect(standing()).toEqual(before);
  });
});
