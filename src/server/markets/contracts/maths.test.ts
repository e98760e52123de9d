import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { contractSpec, moneyOf } from '#protocol/contracts/maths/contract-spec.ts';
import { feeOn, million } from '#protocol/core/fees.ts';
import { isDue, liquidationTicks } from '#protocol/contracts/maths/liquidation.ts';
import {
  initialMargin,
  leveragesFor,
  maintenanceAt,
  openingNeeds,
  riskPpm,
  tierOf,
} from '#protocol/contracts/maths/margin.ts';
import { averageTicks, lotsValue } from '#protocol/contracts/maths/orders.ts';
import { partOf, profitAt, profitAtValue } from '#protocol/contracts/maths/positions.ts';
import { priceOfTicks, ticksOfPrice } from '#protocol/core/ticks.ts';
import { pairs } from '../pairs.ts';
import { wireContract } from './text.ts';
import { listContracts } from './listed-contracts.ts';

/** The figures shown before an order match the engine's own, for every listed contract. */

const contracts = listContracts(pairs).map((listed) => ({
  listed,
  spec: contractSpec(wireContract(listed)),
}));

const stakes = fc.record({
  contract: fc.constantFrom(...contracts),
  side: fc.constantFrom('long' as const, 'short' as const),
  ticks: fc.integer({ min: 1, max: 5_000_000 }),
  mark: fc.integer({ min: 1, max: 5_000_000 }),
  lots: fc.integer({ min: 1, max: 500_000 }),
  leverage: fc.constantFrom(1, 2, 3, 5, 10, 20, 50, 100),
});

test('are computed with the same integers', () => {
  expect(contracts.length).toBeGreaterThan(3);
  for (const { listed, spec } of contracts) {
    expect(listed.terms).toMatchObject({
      unitsPerTickLot: spec.unitsPerTickLot,
      minLots: spec.minLots,
      maxLots: spec.maxLots,
      leverages: spec.leverages,
      tiers: spec.tiers,
      openFeePpm: spec.openFeePpm,
      closeFeePpm: spec.closeFeePpm,
      overnightFeePpm: spec.overnightFeePpm,
    });
    expect(listed.book.unitsPerTickLot).toBe(spec.unitsPerTickLot);
    expect([listed.tickUnits, listed.priceDecimals]).toEqual([spec.tickUnits, spec.priceDecimals]);
    expect(listed.book.tickUnits).toBe(spec.tickUnits);
  }
});

test('match the rules', () => {
  fc.assert(
    fc.property(stakes, ({ contract: { listed, spec }, side, ticks, mark, lots, leverage }) => {
      for (const terms of [listed.terms, spec]) {
        const each = listed.book.tickUnits * listed.book.lotUnits;
        const cost = (each * BigInt(ticks) * BigInt(lots)) / 10n ** 8n;
        expect(lotsValue(terms, ticks, lots)).toBe(cost);
        expect(averageTicks(terms, cost, lots)).toBe(ticks);
        const margin = initialMargin(cost, leverage);
        expect(margin * BigInt(leverage)).toBeGreaterThanOrEqual(cost);
        expect((margin - 1n) * BigInt(leverage)).toBeLessThan(cost);
        const fee = feeOn(cost, terms.openFeePpm);
        expect(fee * million).toBeLessThanOrEqual(cost * terms.openFeePpm);
        expect((fee + 1n) * million).toBeGreaterThan(cost * terms.openFeePpm);
        expect(openingNeeds(terms, cost, leverage)).toBe(margin + fee);
        const [first] = terms.tiers.filter(({ costMost }) => costMost === null || cost <= costMost);
        expect(tierOf(terms, cost)).toBe(first);
        expect(leveragesFor(terms, cost).at(-1)).toBe(first?.leverageMost);
        const stake = { side, lots, cost, margin };
        const value = lotsValue(terms, mark, lots);
        const profit = side === 'long' ? value - cost : cost - value;
        expect(profitAt(terms, stake, mark)).toBe(profit);
        expect(profitAtValue(stake, value)).toBe(profit);
        const rate = first?.maintenancePpm ?? 0n;
        const maintenance = maintenanceAt(terms, stake, mark);
        expect(maintenance).toBe((value * rate) / million);
        // Due when margin and profit no longer cover the maintenance margin, to the tick.
        const isCovered = (at: number) => {
          const worth = lotsValue(terms, at, lots);
          const left = margin + (side === 'long' ? worth - cost : cost - worth);
          return left * million > worth * rate;
        };
        expect(isDue(terms, stake, mark, cost)).toBe(!isCovered(mark) && liquidationTicks(terms, stake) !== null);
        const end = liquidationTicks(terms, stake);
        const inward = side === 'long' ? 1 : -1;
        if (end !== null) expect([isCovered(end), isCovered(end + inward)]).toEqual([false, true]);
        const risk = riskPpm(terms, stake, mark, rate);
        const left = margin + profit;
        expect(risk).toBe(left <= 0n ? 10n * million : (maintenance * million) / left);
      }
    }),
  );
});

test('divide a position without losing a unit', () => {
  fc.assert(
    fc.property(stakes, fc.nat(), ({ contract: { listed }, side, ticks, lots, leverage }, draw) => {
      const cost = lotsValue(listed.terms, ticks, lots) + BigInt(draw % 7);
      const stake = { side, lots, cost, margin: initialMargin(cost, leverage) };
      const count = 1 + (draw % lots);
      const part = partOf(stake, count);
      const share = cost * BigInt(count);
      // A short's part costs rounded up, a long's down; neither is off by a unit.
      const off = side === 'long' ? share - part.cost * BigInt(lots) : part.cost * BigInt(lots) - share;
      expect(off >= 0n && off < BigInt(lots)).toBe(true);
      expect(part.margin).toBe((stake.margin * BigInt(count)) / BigInt(lots));
      expect(partOf(stake, lots)).toEqual({ lots, cost, margin: stake.margin });
    }),
  );
});

test('parse and format prices as the exchange does', () => {
  fc.assert(
    fc.property(stakes, ({ contract: { listed, spec }, ticks }) => {
      const price = priceOfTicks(listed, ticks);
      expect(priceOfTicks(spec, ticks)).toBe(price);
      expect(ticksOfPrice(spec, price)).toBe(ticks);
      for (const text of [`${price}1`, `-${price}`, '0', '', '1e3']) {
        expect(ticksOfPrice(spec, text)).toBeNull();
        expect(ticksOfPrice(listed, text)).toBeNull();
      }
    }),
  );
  expect(moneyOf(150_000_000n)).toBe('1.5');
});
