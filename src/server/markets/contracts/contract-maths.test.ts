import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  contractSpec,
  feeOn,
  leveragesFor,
  liquidationAt,
  lotsValue,
  maintenanceAtTicks,
  marginFor,
  moneyOf,
  priceOfTicks,
  profitAtTicks,
  riskAt,
  ticksOfPrice,
} from '../../../protocol/maths/contracts.ts';
import { contractFee, contractValue, initialMargin, tierOf } from '../engine/contract-terms.ts';
import { liquidationTicks, maintenanceAt, type Position, profitAt, riskPpm } from '../engine/position.ts';
import { pairs } from '../pairs.ts';
import { priceOf, ticksOf, wireContract } from './contract-text.ts';
import { listContracts } from './listed-contracts.ts';

/** What a user is told before an order are the sums of the engine itself, for every listed contract. */

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

test('are those of the engine', () => {
  expect(contracts.length).toBeGreaterThan(3);
  fc.assert(
    fc.property(stakes, ({ contract: { listed, spec }, side, ticks, mark, lots, leverage }) => {
      const { terms } = listed;
      const cost = contractValue(terms, ticks, lots);
      expect(lotsValue(spec, ticks, lots)).toBe(cost);
      const margin = initialMargin(cost, leverage);
      expect(marginFor(cost, leverage)).toBe(margin);
      expect(feeOn(cost, spec.openFeePpm)).toBe(contractFee(cost, terms.openFeePpm));
      expect(feeOn(cost, spec.closeFeePpm)).toBe(contractFee(cost, terms.closeFeePpm));
      expect(leveragesFor(spec, cost).at(-1)).toBe(tierOf(terms, cost).leverageMost);
      const stake = { side, lots, cost, margin };
      const position: Position = {
        ...stake,
        id: 1,
        owner: 1n,
        leverage,
        takeProfitTicks: null,
        stopLossTicks: null,
      };
      expect(liquidationAt(spec, stake)).toBe(liquidationTicks(terms, position));
      expect(profitAtTicks(spec, stake, mark)).toBe(profitAt(terms, position, mark));
      expect(maintenanceAtTicks(spec, stake, mark)).toBe(maintenanceAt(terms, position, mark));
      expect(riskAt(spec, stake, mark)).toBe(riskPpm(terms, position, mark));
    }),
  );
});

test('read and write prices as the exchange does', () => {
  fc.assert(
    fc.property(stakes, ({ contract: { listed, spec }, ticks }) => {
      const price = priceOf(listed, ticks);
      expect(priceOfTicks(spec, ticks)).toBe(price);
      expect(ticksOfPrice(spec, price)).toBe(ticks);
      for (const text of [`${price}1`, `-${price}`, '0', '', '1e3']) {
        expect(ticksOfPrice(spec, text)).toBe(ticksOf(listed, text));
      }
    }),
  );
  expect(moneyOf(150_000_000n)).toBe('1.5');
});
