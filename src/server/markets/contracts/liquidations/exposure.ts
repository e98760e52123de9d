import type { OwnerId, Units } from '../../../../protocol/brand.ts';
import type { ContractPosition } from '../position.ts';
import type { ContractOrder } from '../order.ts';
import type { PositionSide } from '../../../../protocol/maths/positions.ts';
import { lotsValue } from '../../../../protocol/maths/orders.ts';
import { type ContractTerms } from '../../engine/contract-terms.ts';

/** What positions cost on each side. */
export type SideCosts = Readonly<Record<PositionSide, bigint>>;

/** What the open lots of positions cost on each side. */
export function sideCostsOf(positions: Iterable<Pick<ContractPosition, 'side' | 'cost'>>): SideCosts {
  const costs = { long: 0n, short: 0n };
  for (const { side, cost } of positions) costs[side] += cost;
  return costs;
}

/** What the lots of a resting order will cost. */
export function restingValue(terms: ContractTerms, { priceTicks, lots, filledLots }: ContractOrder): bigint {
  return priceTicks === null ? 0n : lotsValue(terms, priceTicks, lots - filledLots);
}

/**
 * What every owner has on each side of one contract, kept as it changes: the margin tier goes by it, not by single
 * positions. The sides are apart because a price that takes the margin of one pays the other.
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
