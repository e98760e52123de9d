import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { allRuns } from '../../../../tests/depth.ts';
import type { RestingOrder } from './book.ts';
import { type CrossEvent, uncrossingOf } from './call-auction.ts';
import { OrderBook } from './order-book.ts';
import { stateHash } from './state-hash.ts';
import { modelTerms } from './testing.ts';

const highestTicks = 40;

const orders = fc
  .array(
    fc.record({
      owner: fc.bigInt({ min: 1n, max: 9n }),
      side: fc.constantFrom('buy' as const, 'sell' as const),
      priceTicks: fc.integer({ min: 1, max: highestTicks }),
      lots: fc.integer({ min: 1, max: 9 }),
    }),
    { maxLength: 40 },
  )
  .map((all) => all.map((order, nth): RestingOrder => ({ ...order, id: nth + 1 })));
const reference = fc.option(fc.integer({ min: 1, max: highestTicks + 5 }));

function collected(all: readonly RestingOrder[]): OrderBook {
  const book = new OrderBook(modelTerms, { lastTicks: null, orders: [] });
  for (const order of all) book.collect({ kind: 'limit', ...order }, 0);
  return book;
}

const sum = (all: readonly RestingOrder[]) => all.reduce((total, { lots }) => total + lots, 0);

/** Every price is tried, one rule after the other. */
function naivePrice(all: readonly RestingOrder[], referenceTicks: number | null) {
  const tried = Array.from({ length: highestTicks + 1 }, (_, ticks) => {
    const demand = sum(all.filter(({ side, priceTicks }) => side === 'buy' && priceTicks >= ticks));
    const supply = sum(all.filter(({ side, priceTicks }) => side === 'sell' && priceTicks <= ticks));
    return { ticks, lots: Math.min(demand, supply), surplus: demand - supply };
  });
  const most = Math.max(...tried.map(({ lots }) => lots));
  if (most === 0) return null;
  const fullest = tried.filter(({ lots }) => lots === most);
  const least = Math.min(...fullest.map(({ surplus }) => Math.abs(surplus)));
  const left = fullest.filter(({ surplus }) => Math.abs(surplus) === least);
  const prices = left.map(({ ticks }) => ticks);
  if (left.every(({ surplus }) => surplus > 0)) return { priceTicks: Math.max(...prices), lots: BigInt(most) };
  if (left.every(({ surplus }) => surplus < 0)) return { priceTicks: Math.min(...prices), lots: BigInt(most) };
  const wished = referenceTicks ?? Math.floor((Math.min(...prices) + Math.max(...prices)) / 2);
  const closest = prices.toSorted((a, b) => Math.abs(a - wished) - Math.abs(b - wished))[0] ?? 0;
  return { priceTicks: closest, lots: BigInt(most) };
}

/** Priority by sorting: at one price, each side is served from its best and oldest order on. */
function naiveFilled(all: readonly RestingOrder[], price: number, lots: number): Map<number, number> {
  const filled = new Map<number, number>();
  for (const side of ['buy', 'sell'] as const) {
    const better = side === 'buy' ? -1 : 1;
    const queue = all
      .filter((order) => order.side === side && better * (order.priceTicks - price) <= 0)
      .toSorted((a, b) => better * (a.priceTicks - b.priceTicks) || a.id - b.id);
    let left = lots;
    for (const order of queue) {
      const taken = Math.min(left, order.lots);
      if (taken > 0) filled.set(order.id, taken);
      left -= taken;
    }
  }
  return filled;
}

const crossesOf = (book: OrderBook, referenceTicks: number | null, most = 1_000) =>
  book.uncross(referenceTicks, most, 0).filter((event): event is CrossEvent => event.kind === 'cross');

test('price and volume are those of trying every price', () => {
  fc.assert(
    fc.property(orders, reference, (all, referenceTicks) => {
      expect(collected(all).uncrossing(referenceTicks)).toEqual(naivePrice(all, referenceTicks));
    }),
    { numRuns: allRuns(1_000) },
  );
});

test('all of the volume trades at the one price, by price and then by time, and nothing is left that crosses', () => {
  fc.assert(
    fc.property(orders, reference, (all, referenceTicks) => {
      const book = collected(all);
      const found = naivePrice(all, referenceTicks);
      const crosses = crossesOf(book, referenceTicks);
      const filled = new Map<number, number>();
      for (const { buyId, sellId, lots, priceTicks, bidTicks } of crosses) {
        expect(priceTicks).toBe(found?.priceTicks);
        expect(bidTicks).toBeGreaterThanOrEqual(priceTicks);
        for (const id of [buyId, sellId]) filled.set(id, (filled.get(id) ?? 0) + lots);
      }
      expect(filled).toEqual(found === null ? new Map() : naiveFilled(all, found.priceTicks, Number(found.lots)));
      expect(book.isCrossed).toBe(false);
      expect(book.lastTicks).toBe(found?.priceTicks ?? null);
      // What did not trade rests as it was.
      expect(sum(book.restingOrders())).toBe(sum(all) - 2 * Number(found?.lots ?? 0n));
      for (const { id, lots } of book.restingOrders()) {
        expect(lots).toBe((all[id - 1]?.lots ?? 0) - (filled.get(id) ?? 0));
      }
    }),
    { numRuns: allRuns(1_000) },
  );
});

test('any portions, with a restart between any two, come to the same trades and the same book', () => {
  fc.assert(
    fc.property(orders, reference, fc.integer({ min: 1, max: 4 }), (all, referenceTicks, portion) => {
      const whole = collected(all);
      const expected = crossesOf(whole, referenceTicks);
      let book = collected(all);
      const trades: CrossEvent[] = [];
      for (let left = true; left;) {
        const some = crossesOf(book, book.lastTicks ?? referenceTicks, portion);
        trades.push(...some);
        left = some.length > 0;
        const rested = book.restingOrders().toSorted((a, b) => a.id - b.id);
        book = new OrderBook(modelTerms, { lastTicks: book.lastTicks, orders: rested, mayCross: true });
      }
      expect(trades).toEqual(expected);
      expect(stateHash(book)).toBe(stateHash(whole));
    }),
    { numRuns: allRuns(1_000) },
  );
});

describe('the published rules, one after the other', () => {
  const bids = (...levels: readonly (readonly [number, number])[]) =>
    levels.map(([priceTicks, lots]) => ({ priceTicks, lots }));

  it('takes the price at which most trades', () => {
    const found = uncrossingOf(bids([102, 10], [100, 90]), bids([98, 50], [101, 60]), 102);
    // 90 more at 100 than at 102, against 50 offered up to it.
    expect(found).toEqual({ priceTicks: 100, lots: 50n });
  });

  it('leaves the smallest surplus, and goes with the pressure of the side that has it', () => {
    expect(uncrossingOf(bids([105, 50]), bids([100, 20]), 90)).toEqual({ priceTicks: 105, lots: 20n });
    expect(uncrossingOf(bids([105, 20]), bids([100, 50]), 200)).toEqual({ priceTicks: 100, lots: 20n });
  });

  it('is closest to the reference price when neither side has more', () => {
    const [buyers, sellers] = [bids([105, 20]), bids([100, 20])];
    expect(uncrossingOf(buyers, sellers, 103)?.priceTicks).toBe(103);
    expect(uncrossingOf(buyers, sellers, 90)?.priceTicks).toBe(100);
    expect(uncrossingOf(buyers, sellers, 300)?.priceTicks).toBe(105);
    expect(uncrossingOf(buyers, sellers, null)?.priceTicks).toBe(102);
  });

  it('has no price while no bid reaches an ask', () => {
    expect(uncrossingOf(bids([99, 5]), bids([100, 5]), 99)).toBeNull();
    expect(uncrossingOf([], bids([100, 5]), 99)).toBeNull();
  });

  it('counts more lots than a number can', () => {
    const many = Number.MAX_SAFE_INTEGER;
    const found = uncrossingOf(bids([101, many], [100, many]), bids([99, many], [98, many]).toReversed(), null);
    expect(found?.lots).toBe(2n * BigInt(many));
  });
});
