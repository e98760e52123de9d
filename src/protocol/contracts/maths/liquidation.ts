import type { Ppm, Ticks, Units } from '#protocol/core/brand.ts';
import { million } from '#protocol/core/fees.ts';
import { type MarginTerms, tierOf } from './margin.ts';
import type { ValueSteps } from './orders.ts';
import type { PositionStake } from './positions.ts';

/**
 * The mark price at which a position is liquidated: where margin and profit together no longer cover the maintenance
 * margin. For a long `(cost - margin) / (lots * (1 - rate))`, rounded down; for a short
 * `(cost + margin) / (lots * (1 + rate))`, rounded up (design section 3).
 *
 * @param sideCost what all positions of the owner on its side cost; its own cost when it is the only one
 * @returns null when no price of at least one tick does
 */
export function liquidationTicks(
  terms: ValueSteps & Pick<MarginTerms, 'tiers'>,
  stake: PositionStake,
  sideCost: Units = stake.cost,
): Ticks | null {
  return ticksAtRisk(terms, stake, sideCost, million);
}

/**
 * The mark price at which a position reaches a risk: where the maintenance margin is this share of what margin and profit
 * leave. A million is the price of its liquidation.
 *
 * @param ppm share in millionths, above zero
 * @param sideCost as of `liquidationTicks`
 * @returns null when no price of at least one tick does
 */
export function ticksAtRisk(
  terms: ValueSteps & Pick<MarginTerms, 'tiers'>,
  { side, lots, cost, margin }: PositionStake,
  sideCost: Units,
  ppm: Ppm,
): Ticks | null {
  const rate = (tierOf(terms, sideCost).maintenancePpm * million) / ppm;
  const perTick = BigInt(lots) * terms.unitsPerTickLot;
  if (side === 'long') {
    const atRisk = cost - margin;
    if (atRisk <= 0n) return null;
    const ticks = (atRisk * million) / (perTick * (million - rate));
    return ticks < 1n ? null : Number(ticks);
  }
  const below = perTick * (million + rate);
  return Number(((cost + margin) * million + below - 1n) / below);
}

/** Whether a mark price liquidates a position. @param sideCost as of `liquidationTicks` */
export function isDue(
  terms: ValueSteps & Pick<MarginTerms, 'tiers'>,
  stake: PositionStake,
  ticks: Ticks,
  sideCost: Units,
): boolean {
  const end = liquidationTicks(terms, stake, sideCost);
  return end !== null && (stake.side === 'long' ? ticks <= end : ticks >= end);
}
