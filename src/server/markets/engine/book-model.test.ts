import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { allRuns } from '../../../../tests/depth.ts';
import type { Book, BookCommand } from './book.ts';
import { assertTerms } from './market-terms.ts';
import { NaiveBook } from './naive-book.ts';
import { OrderBook } from './order-book.ts';
import { requiredFunds } from './placing-rules.ts';
import { stateHash } from './state-hash.ts';
import { modelTerms } from './testing.ts';

assertTerms(modelTerms);

const owner = fc.bigInt({ min: 1n, max: 4n });
const side = fc.constantFrom('buy' as const, 'sell' as const);
const lots = fc.integer({ min: 1, max: 40 });
// Prices around 1000 cross often; the rare far ones meet the protection band.
const priceTicks = fc.oneof(
  { weight: 9, arbitrary: fc.integer({ min: 980, max: 1_020 }) },
  { weight: 1, arbitrary: fc.integer({ min: 800, max: 1_250 }) },
);

/** The worst price that some market orders name, often nearer than the protection band. */
const worstTicks = fc.option(priceTicks);

/** A command before it has an id; a cancel names the n-th order then resting. */
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('limit' as const), owner, side, priceTicks, lots }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('market' as const),
      owner,
      side,
      lots,
      budgetUnits: fc.constant(null),
      worstTicks,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('market' as const),
      owner,
      side: fc.constant('buy' as const),
      lots: fc.constant(null),
      budgetUnits: fc.bigInt({ min: 1n, max: 5_000_000n }),
      worstTicks,
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('cancel' as const), nth: fc.nat(60) }) },
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

function commandOf(one: Step, id: number, book: Book): BookCommand | null {
  if (one.kind !== 'cancel') return { ...one, id };
  const resting = book.restingOrders();
  const target = resting[one.nth % Math.max(1, resting.length)];
  return target === undefined ? null : { kind: 'cancel', id: target.id };
}

test('the fast and the naive book give the same events and state for any commands', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 120 }), (steps) => {
      const fast = new OrderBook(modelTerms, { lastTicks: null, orders: [] });
      const naive = new NaiveBook(modelTerms, { lastTicks: null, orders: [] });
      steps.forEach((one, index) => {
        const command = commandOf(one, index + 1, naive);
        if (command === null) return;
        if (command.kind !== 'cancel') {
          expect(requiredFunds(modelTerms, fast, command)).toBe(requiredFunds(modelTerms, naive, command));
        }
        expect(fast.apply(command, index)).toEqual(naive.apply(command, index));
        expect(stateHash(fast)).toBe(stateHash(naive));
        expect(fast.levels('buy', 5)).toEqual(naive.levels('buy', 5));
        expect(fast.levels('sell', 5)).toEqual(naive.levels('sell', 5));
      });
    }),
    { numRuns: allRuns(200) },
  );
});

test('every lot is accounted for: placed lots are filled, resting or cancelled', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 150 }), (steps) => {
      const book = new OrderBook(modelTerms, { lastTicks: null, orders: [] });
      const left = new Map<number, number>();
      steps.forEach((one, index) => {
        const command = commandOf(one, index + 1, book);
        if (command === null) return;
        if (command.kind !== 'cancel' && command.lots !== null) left.set(command.id, command.lots);
        for (const event of book.apply(command, index)) {
          if (event.kind === 'fill') {
            left.set(event.makerId, (left.get(event.makerId) ?? 0) - event.lots);
            if (left.has(event.takerId)) left.set(event.takerId, (left.get(event.takerId) ?? 0) - event.lots);
            expect(event.makerOwner).not.toBe(event.takerOwner);
          } else if (event.kind === 'rest') {
            expect(left.get(event.id)).toBe(event.lots);
          } else {
            if (left.has(event.id)) expect(left.get(event.id)).toBe(event.lots);
            left.delete(event.id);
          }
        }
      });
      const resting = new Map(book.restingOrders().map((order) => [order.id, order.lots]));
      expect(resting).toEqual(left);
      const bid = book.bestTicks('buy');
      const ask = book.bestTicks('sell');
      if (bid !== null && ask !== null) expect(bid).toBeLessThan(ask);
    }),
    { numRuns: allRuns(200) },
  );
});

function run(target: Book, steps: readonly Step[], firstId: number) {
  return steps.map((one, index) => {
    const command = commandOf(one, firstId + index, target);
    return command === null ? [] : target.apply(command, index);
  });
}

test('a book rebuilt from its resting orders in id order is identical', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 120 }), fc.array(step, { maxLength: 20 }), (steps, later) => {
      const book = new OrderBook(modelTerms, { lastTicks: null, orders: [] });
      run(book, steps, 1);
      const orders = book.restingOrders().toSorted((a, b) => a.id - b.id);
      const rebuilt = new OrderBook(modelTerms, { lastTicks: book.lastTicks, orders });
      expect(stateHash(rebuilt)).toBe(stateHash(book));
      expect(run(rebuilt, later, 1_000)).toEqual(run(book, later, 1_000));
      expect(stateHash(rebuilt)).toBe(stateHash(book));
    }),
    { numRuns: allRuns(100) },
  );
});
