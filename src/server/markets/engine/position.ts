import type { Lots, OwnerId, PositionId, Ticks, Units } from '#protocol/core/brand.ts';
import { million } from '#protocol/core/fees.ts';
import { isDue } from '#protocol/contracts/maths/liquidation.ts';
import { partOf, type PositionPart, type PositionStake, profitAt } from '#protocol/contracts/maths/positions.ts';
import type { ContractTerms } from './contract-terms.ts';

/** An isolated position: its loss is limited to its margin. */
export interface Position extends PositionStake {
  /** Id of the order that opened it; ids grow with time. */
  readonly id: PositionId;
  readonly owner: OwnerId;
  readonly leverage: number;
  readonly takeProfitTicks: Ticks | null;
  readonly stopLossTicks: Ticks | null;
}

/** The position without a part of it. */
export function without<Kind extends Position>(position: Kind, part: PositionPart): Kind {
  return {
    ...position,
    lots: position.lots - part.lots,
    cost: position.cost - part.cost,
    margin: position.margin - part.margin,
  };
}

/**
 * The bankruptcy price: the worst price at which closing loses no more than the margin, a minimum for a long and a
 * maximum for a short.
 */
export function bankruptcyTicks(terms: ContractTerms, position: Position): Ticks {
  const perTick = BigInt(position.lots) * terms.unitsPerTickLot;
  if (position.side === 'short') return Number((position.cost + position.margin) / perTick);
  const ticks = (position.cost - position.margin + perTick - 1n) / perTick;
  return ticks < 1n ? 1 : Number(ticks);
}

/**
 * Lots to liquidate of a position past its liquidation price: as few as move its owner's side into a lower tier whose
 * maintenance margin it meets, or all of them.
 */
export function lotsToReduce(terms: ContractTerms, position: Position, ticks: Ticks, sideCost: Units): Lots {
  for (const { costMost } of terms.tiers.toReversed()) {
    if (costMost === null || costMost >= sideCost) continue;
    const excess = (sideCost - costMost) * BigInt(position.lots);
    const lots = Number((excess + position.cost - 1n) / position.cost);
    if (lots >= position.lots) return position.lots;
    const part = partOf(position, lots);
    if (!isDue(terms, without(position, part), ticks, sideCost - part.cost)) return lots;
  }
  return position.lots;
}

/**
 * The auto-deleveraging order of opposing positions: by return on margin at the mark price, highest first; then the
 * larger, then the older one. Positions without profit come last.
 */
export function deleveragingOrder<Kind extends Position>(
  terms: ContractTerms,
  positions: readonly Kind[],
  ticks: Ticks,
): Kind[] {
  const returnOf = (position: Kind) =>
    position.margin === 0n ? 0n : (profitAt(terms, position, ticks) * million) / position.margin;
  return positions
    .map((position) => ({ position, rank: returnOf(position) }))
    .toSorted((a, b) =>
      a.rank !== b.rank
        ? a.rank > b.rank
          ? -1
          : 1
        : b.position.lots - a.position.lots || a.position.id - b.position.id,
    )
    .map(({ position }) => position);
}
