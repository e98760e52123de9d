import { partOf, profitAt, type PositionPart } from '#protocol/contracts/maths/positions.ts';
import { liquidationTicks } from '#protocol/contracts/maths/liquidation.ts';
import { initialMargin, maintenanceAt } from '#protocol/contracts/maths/margin.ts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assertContractTerms, type ContractTerms } from './contract-terms.ts';
import { markTicks } from './mark-price.ts';
import { bankruptcyTicks, deleveragingOrder, type Position, without } from './position.ts';
import { TriggerIndex, type Trigger, triggerReasons } from './trigger-index.ts';

const terms: ContractTerms = {
  contract: 'BTCPERP',
  unitsPerTickLot: 10_000n,
  minLots: 1,
  maxLots: 100_000,
  leverages: [1, 2, 5, 10, 20, 50, 100],
  tiers: [
    { costMost: 50_000n * 100_000_000n, maintenancePpm: 4_000n, leverageMost: 100 },
    { costMost: 500_000n * 100_000_000n, maintenancePpm: 10_000n, leverageMost: 50 },
    { costMost: null, maintenancePpm: 25_000n, leverageMost: 20 },
  ],
  openFeePpm: 500n,
  closeFeePpm: 500n,
  overnightFeePpm: 300n,
  premiumBoundPpm: 5_000n,
  impactUnits: 1_000_000_000_000n,
  openBandPpm: 50_000n,
  liquidation: {
    bandPpm: 3_000n,
    sliceMost: 10_000_000_000_000n,
    patienceMs: 10_000,
    fundOncePpm: 50_000n,
    fundWindowPpm: 200_000n,
    fundWindowMs: 3_600_000,
  },
};

const position = fc
  .record({
    id: fc.integer({ min: 1, max: 1_000_000 }),
    side: fc.constantFrom('long' as const, 'short' as const),
    leverage: fc.constantFrom(...terms.leverages),
    lots: fc.integer({ min: 1, max: 2_000 }),
    ticks: fc.integer({ min: 1_000, max: 1_000_000 }),
  })
  .map(({ ticks, ...rest }): Position => {
    const cost = BigInt(ticks) * BigInt(rest.lots) * terms.unitsPerTickLot;
    const margin = initialMargin(cost, rest.leverage);
    return { ...rest, owner: 1n, cost, margin, takeProfitTicks: null, stopLossTicks: null };
  });

const towardsLoss = (side: Position['side']) => (side === 'long' ? -1 : 1);

it('has consistent terms', () => {
  expect(() => assertContractTerms(terms)).not.toThrow();
  expect(() => assertContractTerms({ ...terms, tiers: terms.tiers.slice(0, 2) })).toThrow('hold together');
  const tooMuch = terms.tiers.map((tier) => ({ ...tier, maintenancePpm: 60_000n }));
  expect(() => assertContractTerms({ ...terms, tiers: tooMuch })).toThrow('hold together');
});

describe('the mark price', () => {
  it('is the index with the premium of the book, bounded', () => {
    expect(markTicks(terms, 600_000, 333_334)).toBe(600_200);
    expect(markTicks(terms, 600_000, -333_334)).toBe(599_800);
    expect(markTicks(terms, 600_000, 90_000_000)).toBe(603_000);
    expect(markTicks(terms, 600_000, -90_000_000)).toBe(597_000);
  });
});

describe('a position', () => {
  it('is liquidated exactly when margin and profit no longer cover the maintenance margin', () => {
    fc.assert(
      fc.property(position, (held) => {
        const ticks = liquidationTicks(terms, held);
        if (ticks === null) return;
        const covered = (at: number) => held.margin + profitAt(terms, held, at) > maintenanceAt(terms, held, at);
        expect(covered(ticks - towardsLoss(held.side))).toBe(true);
        // One tick further, so that truncating the maintenance margin to a unit does not matter.
        expect(covered(ticks + 2 * towardsLoss(held.side))).toBe(false);
      }),
    );
  });

  it('never loses more than its margin at the bankruptcy price, but does one tick beyond it', () => {
    fc.assert(
      fc.property(position, (held) => {
        const ticks = bankruptcyTicks(terms, held);
        expect(held.margin + profitAt(terms, held, ticks)).toBeGreaterThanOrEqual(0n);
        const past = ticks + towardsLoss(held.side);
        if (past >= 1) expect(held.margin + profitAt(terms, held, past)).toBeLessThan(0n);
      }),
    );
  });

  it('adds up to itself however it is split', () => {
    fc.assert(
      fc.property(position, fc.array(fc.integer({ min: 1, max: 500 }), { maxLength: 8 }), (held, cuts) => {
        let left = held;
        const parts: PositionPart[] = [];
        for (const cut of cuts) {
          if (cut >= left.lots) break;
          const part = partOf(left, cut);
          parts.push(part);
          left = without(left, part);
        }
        const sum = (of: 'cost' | 'margin') => parts.reduce((total, part) => total + part[of], left[of]);
        expect(sum('cost')).toBe(held.cost);
        expect(sum('margin')).toBe(held.margin);
      }),
    );
  });

  it('loses no part or rest beyond its margin when the whole does not', () => {
    fc.assert(
      fc.property(position, fc.array(fc.integer({ min: 1, max: 500 }), { maxLength: 8 }), (held, cuts) => {
        const ticks = bankruptcyTicks(terms, held);
        let left = held;
        for (const cut of cuts) {
          if (cut >= left.lots) break;
          const part = partOf(left, cut);
          expect(part.margin + profitAt(terms, { ...part, side: held.side }, ticks)).toBeGreaterThanOrEqual(0n);
          left = without(left, part);
          expect(left.margin + profitAt(terms, left, ticks)).toBeGreaterThanOrEqual(0n);
        }
      }),
    );
  });

  it('is reduced in the published order: return on margin, then size, then age', () => {
    const base = { owner: 1n, side: 'short' as const, leverage: 10, takeProfitTicks: null, stopLossTicks: null };
    const at = (id: number, lots: number, ticks: number, leverage: number): Position => {
      const cost = BigInt(ticks) * BigInt(lots) * terms.unitsPerTickLot;
      return { ...base, id, lots, leverage, cost, margin: initialMargin(cost, leverage) };
    };
    const list = [
      at(4, 1, 600_000, 10),
      at(3, 1, 600_000, 50),
      at(2, 5, 600_000, 10),
      at(1, 1, 500_000, 100),
      at(5, 1, 600_000, 10),
    ];
    expect(deleveragingOrder(terms, list, 550_000).map(({ id }) => id)).toEqual([3, 2, 4, 5, 1]);
  });
});

describe('the trigger index', () => {
  const trigger = fc.record({
    reason: fc.constantFrom(...triggerReasons),
    when: fc.constantFrom('falls-to' as const, 'rises-to' as const),
    ticks: fc.integer({ min: 1, max: 60 }),
  });

  it('finds the same as a full scan, after any changes', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 1, max: 12 }), fc.array(trigger, { maxLength: 3 })), { maxLength: 60 }),
        fc.integer({ min: 1, max: 60 }),
        (changes, mark) => {
          const index = new TriggerIndex();
          const held = new Map<number, readonly Trigger[]>();
          for (const [id, triggers] of changes) {
            index.set(id, triggers);
            held.set(id, triggers);
          }
          const expected = [...held]
            .flatMap(([id, triggers]) => {
              const fired = triggers.filter(({ when, ticks }) => (when === 'falls-to' ? mark <= ticks : mark >= ticks));
              const urgency = Math.min(...fired.map(({ reason }) => triggerReasons.indexOf(reason)));
              return fired.length === 0 ? [] : [{ id, urgency }];
            })
            .toSorted((a, b) => a.urgency - b.urgency || a.id - b.id)
            .map(({ id }) => id);
          expect(index.crossed(mark).map(({ id }) => id)).toEqual(expected);
          for (const id of held.keys()) index.remove(id);
          expect(index.size).toBe(0);
          expect(index.crossed(mark)).toEqual([]);
        },
      ),
    );
  });
});
