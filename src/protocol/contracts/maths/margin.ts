import type { Lots, Ppm, Ticks, Units } from '#protocol/core/brand.ts';
import { feeOn, million } from '#protocol/core/fees.ts';
import { lotsValue, type ValueSteps } from './orders.ts';
import { type PositionStake, profitAt } from './positions.ts';

/** Larger positions need more margin. Size is what the position cost. */
export interface MarginTier {
  /** The most that one owner's side of a contract may cost in this tier; null for the last tier. */
  readonly costMost: Units | null;
  /** Of the value at the mark price, what must be left of the margin. */
  readonly maintenancePpm: Ppm;
  readonly leverageMost: number;
}

/** What margin is worked out with. */
export interface MarginTerms extends ValueSteps {
  /** Leverages that may be chosen, ascending. */
  readonly leverages: readonly number[];
  /** Ascending by size; the last one has no bound. */
  readonly tiers: readonly MarginTier[];
  readonly openFeePpm: Ppm;
}

/** The tier of a side by its cost. @throws Error when the contract has no last tier */
export function tierOf({ tiers }: Pick<MarginTerms, 'tiers'>, cost: Units): MarginTier {
  const tier = tiers.find(({ costMost }) => costMost === null || cost <= costMost);
  if (tier === undefined) throw new Error(`a contract has no tier for ${cost}`);
  return tier;
}

/** Leverages that a size may use, ascending. */
export function leveragesFor(terms: Pick<MarginTerms, 'leverages' | 'tiers'>, cost: Units): readonly number[] {
  const { leverageMost } = tierOf(terms, cost);
  return terms.leverages.filter((leverage) => leverage <= leverageMost);
}

/** `cost / leverage`, rounded up to a whole unit, so that leverage is never exceeded. */
export function initialMargin(cost: Units, leverage: number): Units {
  const by = BigInt(leverage);
  return (cost + by - 1n) / by;
}

/** What an order needs available for a cost, and keeps frozen while it rests: initial margin and opening fee. */
export function openingNeeds({ openFeePpm }: Pick<MarginTerms, 'openFeePpm'>, cost: Units, leverage: number): Units {
  return initialMargin(cost, leverage) + feeOn(cost, openFeePpm);
}

/**
 * Margin a position must keep at a price: `value * rate`, by the tier of all that its owner holds on its side.
 *
 * @param sideCost what all positions of the owner on its side cost; its own cost when it is the only one
 */
export function maintenanceAt(
  terms: ValueSteps & Pick<MarginTerms, 'tiers'>,
  { cost, lots }: { readonly cost: Units; readonly lots: Lots },
  ticks: Ticks,
  sideCost: Units = cost,
): Units {
  return feeOn(lotsValue(terms, ticks, lots), tierOf(terms, sideCost).maintenancePpm);
}

/**
 * How near a position is to its end, in millionths: `maintenance / (margin + profit)`; a million and above is past it.
 *
 * @param maintenancePpm by the tier of all that the owner holds on its side
 */
export function riskPpm(steps: ValueSteps, stake: PositionStake, ticks: Ticks, maintenancePpm: Ppm): Ppm {
  const left = stake.margin + profitAt(steps, stake, ticks);
  const needed = feeOn(lotsValue(steps, ticks, stake.lots), maintenancePpm);
  return left <= 0n ? 10n * million : (needed * million) / left;
}
