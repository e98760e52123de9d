import { feeOn } from '#protocol/core/fees.ts';
import { describe, expect, test } from 'vitest';
import type { BookEvent, PlaceCommand } from './book.ts';
import { assertTerms, protectionLimitTicks, type MarketTerms } from './market-terms.ts';
import { OrderBook } from './order-book.ts';
import { placingRefusal, requiredFunds } from './placing-rules.ts';

const terms: MarketTerms = {
  pair: 'BTCUSDT',
  base: 'BTC',
  quote: 'USDT',
  tickUnits: 1_000_000n,
  lotUnits: 1_000n,
  unitsPerTickLot: 10n,
  minLots: 10,
  maxLots: 10_000_000,
  minTotalUnits: 5_00000000n,
  makerFeePpm: 1_000n,
  takerFeePpm: 1_000n,
};

const alice = 100_001n;
const bob = 100_002n;
const carol = 100_003n;

function open(): OrderBook {
  return new OrderBook(terms, { lastTicks: null, orders: [] });
}

function limit(id: number, owner: bigint, side: 'buy' | 'sell', priceTicks: number, lots: number): PlaceCommand {
  return { kind: 'limit', id, owner, side, priceTicks, lots };
}

function market(
  id: number,
  owner: bigint,
  side: 'buy' | 'sell',
  lots: number,
  worstTicks: number | null = null,
): PlaceCommand {
  return { kind: 'market', id, owner, side, lots, budgetUnits: null, worstTicks };
}

function spend(id: number, owner: bigint, budgetUnits: bigint): PlaceCommand {
  return { kind: 'market', id, owner, side: 'buy', lots: null, budgetUnits, worstTicks: null };
}

function fills(events: readonly BookEvent[]): string[] {
  return events.flatMap((event) =>
    event.kind === 'fill' ? [`${event.makerId}@${event.priceTicks}x${event.lots}`] : [],
  );
}

function ending(events: readonly BookEvent[]): string {
  const last = events.at(-1);
  if (last === undefined || last.kind === 'fill') return 'none';
  return last.kind === 'rest' ? `rest ${last.lots}` : `${last.status} ${last.reason} ${last.lots}`;
}

describe('limit orders', () => {
  test('the best price trades first, then the oldest, at the resting price', () => {
    const book = open();
    book.apply(limit(1, alice, 'sell', 101, 10), 0);
    book.apply(limit(2, alice, 'sell', 100, 10), 0);
    book.apply(limit(3, carol, 'sell', 100, 10), 0);
    const events = book.apply(limit(4, bob, 'buy', 101, 25), 0);
    expect(fills(events)).toEqual(['2@100x10', '3@100x10', '1@101x5']);
    expect(ending(events)).toBe('filled null 0');
    expect(book.resting(1)?.lots).toBe(5);
    expect(book.lastTicks).toBe(101);
  });

  test('the rest of an order rests, and a partial fill keeps its place in the queue', () => {
    const book = open();
    expect(ending(book.apply(limit(1, alice, 'buy', 100, 30), 0))).toBe('rest 30');
    book.apply(limit(2, carol, 'buy', 100, 30), 0);
    expect(fills(book.apply(limit(3, bob, 'sell', 100, 10), 0))).toEqual(['1@100x10']);
    const events = book.apply(limit(4, bob, 'sell', 99, 70), 0);
    expect(fills(events)).toEqual(['1@100x20', '2@100x30']);
    expect(ending(events)).toBe('rest 20');
    expect(book.levels('sell', 10)).toEqual([{ priceTicks: 99, lots: 20 }]);
  });

  test('a cancel removes exactly the rest, and a second one is a broken invariant', () => {
    const book = open();
    book.apply(limit(1, alice, 'buy', 100, 30), 0);
    book.apply(limit(2, bob, 'sell', 100, 10), 0);
    expect(ending(book.apply({ kind: 'cancel', id: 1 }, 0))).toBe('cancelled user 20');
    expect(book.levels('buy', 10)).toEqual([]);
    expect(() => book.apply({ kind: 'cancel', id: 1 }, 0)).toThrow('not in the book');
  });

  test('self-trade prevention cancels the rest of the taker and leaves the resting order', () => {
    const book = open();
    book.apply(limit(1, bob, 'sell', 100, 10), 0);
    book.apply(limit(2, alice, 'sell', 101, 10), 0);
    const events = book.apply(limit(3, alice, 'buy', 101, 30), 0);
    expect(fills(events)).toEqual(['1@100x10']);
    expect(ending(events)).toBe('cancelled self-trade 20');
    expect(book.resting(2)?.lots).toBe(10);
    expect(book.resting(3)).toBeNull();
  });
});

describe('market orders', () => {
  test('never rest: without liquidity the remainder is cancelled', () => {
    const book = open();
    expect(ending(book.apply(market(1, alice, 'sell', 10), 0))).toBe('cancelled no-liquidity 10');
    book.apply(limit(2, bob, 'buy', 100, 4), 0);
    const events = book.apply(market(3, alice, 'sell', 10), 0);
    expect(fills(events)).toEqual(['2@100x4']);
    expect(ending(events)).toBe('cancelled no-liquidity 6');
  });

  test('stop ten percent beyond the best price on arrival', () => {
    const book = open();
    book.apply(limit(1, bob, 'sell', 1_000, 10), 0);
    book.apply(limit(2, bob, 'sell', 1_100, 10), 0);
    book.apply(limit(3, bob, 'sell', 1_101, 10), 0);
    const events = book.apply(market(4, alice, 'buy', 30), 0);
    expect(fills(events)).toEqual(['1@1000x10', '2@1100x10']);
    expect(ending(events)).toBe('cancelled price-band 10');
    expect(protectionLimitTicks('sell', 999)).toBe(900);
    expect(protectionLimitTicks('buy', 999)).toBe(1_098);
  });

  test('stop at the worst price they name, and at the band where that is nearer', () => {
    const book = open();
    book.apply(limit(1, bob, 'buy', 1_000, 10), 0);
    book.apply(limit(2, bob, 'buy', 950, 10), 0);
    book.apply(limit(3, bob, 'buy', 899, 10), 0);
    const bounded = book.apply(market(4, alice, 'sell', 30, 951), 0);
    expect(fills(bounded)).toEqual(['1@1000x10']);
    expect(ending(bounded)).toBe('cancelled price-band 20');
    expect(fills(book.apply(market(5, alice, 'sell', 30, 950), 0))).toEqual(['2@950x10']);
    book.apply(limit(6, bob, 'buy', 1_000, 10), 0);
    expect(fills(book.apply(market(7, alice, 'sell', 30, 1), 0))).toEqual(['6@1000x10']);
  });

  test('a budget buys whole lots and the change is left over', () => {
    const book = open();
    book.apply(limit(1, bob, 'sell', 100, 3), 0);
    book.apply(limit(2, bob, 'sell', 101, 3), 0);
    // One lot at 100 ticks costs 1000 units, at 101 ticks 1010.
    const events = book.apply(spend(3, alice, 4_500n), 0);
    expect(fills(events)).toEqual(['1@100x3', '2@101x1']);
    expect(ending(events)).toBe('filled dust 0');
    expect(ending(book.apply(spend(4, alice, 1_009n), 0))).toBe('cancelled dust 0');
    expect(fills(book.apply(spend(5, alice, 2_020n), 0))).toEqual(['2@101x2']);
  });
});

describe('rules of placing', () => {
  test.each([
    ['too few lots', limit(1, alice, 'buy', 1_000_000, 9), 'quantityOutOfRange'],
    ['too many lots', limit(1, alice, 'buy', 1_000_000, 10_000_001), 'quantityOutOfRange'],
    ['a tenth of the last price less a tick', limit(1, alice, 'buy', 99_999, 100_000), 'delegationPriceInvalid'],
    ['ten times the last price and a tick', limit(1, alice, 'sell', 10_000_001, 100), 'delegationPriceInvalid'],
    ['a value under the minimum', limit(1, alice, 'buy', 1_000_000, 49), 'belowMinimumDelegation'],
    ['a budget under the minimum', spend(1, alice, 4_99999999n), 'belowMinimumDelegation'],
    ['a market quantity under the minimum value', market(1, alice, 'sell', 49), 'belowMinimumDelegation'],
    ['exactly the minimum value', limit(1, alice, 'buy', 1_000_000, 50), null],
    ['exactly ten times the last price', limit(1, alice, 'sell', 10_000_000, 100), null],
    ['exactly a tenth of it', limit(1, alice, 'buy', 100_000, 500), null],
  ])('%s', (_name, command, refusal) => {
    expect(placingRefusal(terms, open(), command, 1_000_000)).toBe(refusal);
  });

  test('funds: full value of a limit buy, base of a sell, budget, exact cost of a market quantity', () => {
    const book = open();
    book.apply(limit(1, bob, 'sell', 1_000, 10), 0);
    book.apply(limit(2, bob, 'sell', 1_010, 10), 0);
    expect(requiredFunds(terms, book, limit(3, alice, 'buy', 2_000, 10))).toBe(200_000n);
    expect(requiredFunds(terms, book, limit(3, alice, 'sell', 2_000, 10))).toBe(10_000n);
    expect(requiredFunds(terms, book, spend(3, alice, 77n))).toBe(77n);
    expect(requiredFunds(terms, book, market(3, alice, 'buy', 15))).toBe(100_000n + 50_500n);
    expect(requiredFunds(terms, book, market(3, bob, 'buy', 15))).toBe(0n);
  });
});

test('fees are truncated, never rounded, and terms that cannot be exact do not open', () => {
  expect(feeOn(1_999n, 1_000n)).toBe(1n);
  expect(feeOn(999n, 1_000n)).toBe(0n);
  expect(() => assertTerms(terms)).not.toThrow();
  expect(() => assertTerms({ ...terms, unitsPerTickLot: 0n })).toThrow('BTCUSDT');
  expect(() => assertTerms({ ...terms, maxLots: 2 ** 53 })).toThrow('BTCUSDT');
});

test('invalid commands throw', () => {
  const book = open();
  book.apply(limit(1, alice, 'buy', 100, 10), 0);
  expect(() => book.apply(limit(1, alice, 'buy', 100, 10), 0)).toThrow('already');
  expect(() => book.apply(limit(2, alice, 'buy', 100.5, 10), 0)).toThrow('ticks');
  expect(() => book.apply(market(3, alice, 'sell', 0), 0)).toThrow('lots');
  expect(() => book.apply({ ...spend(4, alice, 10n), side: 'sell' }, 0)).toThrow('budget');
});
