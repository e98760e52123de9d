import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createCommandBudget } from './maker-group.ts';
import { uniformAt } from './noise.ts';
import { levelsMax, levelsMin, planQuotes, type QuoteTerms, type StandingQuote, takerLots } from './quote-plan.ts';

const terms: QuoteTerms = {
  typicalLots: 4_000,
  minLots: 1,
  maxLots: 3_000_000,
  minTickLots: 5_000_000,
  watched: false,
};
const sides = ['buy', 'sell'] as const;

/** A book that executes plans, and validates each like a market. */
function createMakerBook(seed: number) {
  let standing: StandingQuote[] = [];
  let lastId = 0;
  let drawn = 0;
  const random = () => uniformAt(seed, (drawn += 1));
  return {
    standing: () => standing,
    follow(indexTicks: number, watched: boolean): number {
      const plan = planQuotes(indexTicks, standing, { ...terms, watched }, random);
      const gone = new Set(plan.cancel.map((quote) => quote.id));
      expect(plan.cancel.every((quote) => standing.includes(quote))).toBe(true);
      standing = standing.filter((quote) => !gone.has(quote.id));
      for (const quote of plan.place) {
        expect(quote.lots).toBeGreaterThanOrEqual(terms.minLots);
        expect(quote.lots).toBeLessThanOrEqual(terms.maxLots);
        expect(quote.lots * quote.ticks).toBeGreaterThanOrEqual(terms.minTickLots);
        standing.push({ ...quote, id: (lastId += 1) });
      }
      return plan.cancel.length + plan.place.length;
    },
    take(side: 'buy' | 'sell', count: number) {
      const hit = standing.filter((quote) => quote.side === side).slice(0, count);
      standing = standing.filter((quote) => !hit.includes(quote));
    },
  };
}

test('wherever the index moves, the quotes never cross and both sides are full', () => {
  fc.assert(
    fc.property(
      fc.integer(),
      fc.constantFrom(900, 17_420, 674_825, 35_000_000),
      fc.array(
        fc.record({
          move: fc.double({ min: -0.03, max: 0.03, noNaN: true }),
          watched: fc.boolean(),
          taken: fc.integer({ min: 0, max: 20 }),
          side: fc.constantFrom(...sides),
        }),
        { minLength: 1, maxLength: 30 },
      ),
      (seed, first, steps) => {
        const panel = createMakerBook(seed);
        let index: number = first;
        for (const { move, watched, taken, side } of steps) {
          panel.take(side, taken);
          index = Math.max(200, Math.round(index * (1 + move)));
          panel.follow(index, watched);
          for (const one of sides) {
            const own = panel.standing().filter((quote) => quote.side === one);
            expect(own.length).toBeGreaterThanOrEqual(levelsMin);
            expect(own.length).toBeLessThanOrEqual(levelsMax + 5);
            for (const quote of own) {
              expect(one === 'buy' ? quote.ticks < index : quote.ticks > index).toBe(true);
            }
          }
        }
      },
    ),
  );
});

test('a constant index needs no commands', () => {
  const panel = createMakerBook(1);
  expect(panel.follow(674_825, false)).toBeGreaterThan(2 * levelsMin - 1);
  expect(panel.follow(674_825, false)).toBe(0);
});

test('a small move changes few orders', () => {
  const panel = createMakerBook(2);
  panel.follow(674_825, false);
  let changed = 0;
  for (let step = 1; step <= 20; step += 1) changed += panel.follow(674_825 + step * 540, false);
  expect(changed / 20).toBeLessThan(14);
});

test('a taker leaves most of the quotes, and takes nothing from an empty side', () => {
  expect(takerLots(1e9, 10_000, terms, 674_825)).toBe(6_000);
  expect(takerLots(0, 10_000, terms, 674_825)).toBe(9);
  expect(takerLots(50, 10, terms, 674_825)).toBe(0);
});

test('the budget never allows more than its rate plus the burst', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(2_000), fc.nat(100)), { maxLength: 60 }), (asks) => {
      const budget = createCommandBudget(60, 180, 0);
      let now = 0;
      let taken = 0;
      for (const [passed, wanted] of asks) {
        now += passed;
        const given = budget.take(wanted, now);
        expect(given).toBeLessThanOrEqual(wanted);
        taken += given;
        expect(taken).toBeLessThanOrEqual(180 + (now / 1_000) * 60 + 1e-6);
      }
    }),
  );
});
