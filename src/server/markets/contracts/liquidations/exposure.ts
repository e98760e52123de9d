import type { OwnerId, Units } from '#protocol/core/brand.ts';
import type { ContractPosition } from '../position.ts';
import type { ContractOrder } from '../order.ts';
import type { PositionSide } from '#protocol/contracts/maths/positions.ts';
import { lotsValue } from '#protocol/contracts/maths/orders.ts';
import { type ContractTerms } from '#server/markets/engine/contract-terms.ts';

/** Cost of positions per side. */
export type SideCosts = Readonly<Record<PositionSide, bigint>>;

/** Cost of the open lots of positions per side. */
export function sideCostsOf(positions: Iterable<Pick<ContractPosition, 'side' | 'cost'>>): SideCosts {
  const costs = { long: 0n, short: 0n };
  for (const { side, cost } of positions) costs[side] += cost;
  return costs;
}

/** Future cost of the lots of a resting order. */
export function restingValue(terms: ContractTerms, { priceTicks, lots, filledLots }: ContractOrder): bigint {
  return priceTicks === null ? 0n : lotsValue(terms, priceTicks, lots - filledLots);
}

/**
 * Each owner's exposure per side of one contract, updated incrementally: it determines the margin tier, rather than
 * single positions. Sides are separate because a price that takes the margin of one pays the other.
 */
export class Exposure {
  readonly #spec = new Map<string, bigint>();

  /** In units of the settling coin. */
  of(owner: OwnerId, side: PositionSide): bigint {
    return this.#spec.get(`${owner}/${side}`) ?? 0n;
  }

  add(owner: OwnerId, side: PositionSide, amount: Units): void {
    const sum = this.of(owner, side) + amount;
    if (sum < 0n) throw new Error(`${owner} has less than nothing ${side}`);
    if (sum === 0n) this.#spec.delete(`${owner}/${side}`);
    else this.#spec.set(`${owner}/${side}`, sum);
  }

  clear(): void {
    this.#spec.clear();
  }
}
