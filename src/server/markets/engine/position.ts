import { contractValue, million, tierOf, type ContractTerms } from './contract-terms.ts';

export type PositionSide = 'long' | 'short';

/** An isolated position: what can be lost with it is its margin. */
export interface Position {
  /** Id of the order that opened it; ids grow with time. */
  readonly id: number;
  readonly owner: bigint;
  readonly side: PositionSide;
  readonly leverage: number;
  /** Open lots. */
  readonly lots: number;
  /** What the open lots cost, exactly: the sum of price times lots. */
  readonly cost: bigint;
  readonly margin: bigint;
  readonly takeProfitTicks: number | null;
  readonly stopLossTicks: number | null;
}

/** What a number of a position's lots takes along when they are closed. */
export interface PositionPart {
  readonly lots: number;
  readonly cost: bigint;
  readonly margin: bigint;
}

/** Profit (or loss, below zero) of lots that cost `cost` at a price. */
export function profitAt(
  terms: ContractTerms,
  { side, lots, cost }: Pick<Position, 'side' | 'lots' | 'cost'>,
  ticks: number,
): bigint {
  const value = contractValue(terms, ticks, lots);
  return side === 'long' ? value - cost : cost - value;
}

/**
 * The part of a position that a number of lots is. What rounding leaves stays with the rest, so the parts always add up
 * to the whole. The cost of a short's part is rounded up: then neither the part nor the rest can lose more than its
 * margin at a price at which the whole does not.
 */
export function partOf(position: Position, lots: number): PositionPart {
  if (lots < 1 || lots > position.lots) throw new Error(`position ${position.id} has no ${lots} lots to close`);
  if (lots === position.lots) return { lots, cost: position.cost, margin: position.margin };
  const all = BigInt(position.lots);
  const cost = position.cost * BigInt(lots);
  return {
    lots,
    cost: position.side === 'long' ? cost / all : (cost + all - 1n) / all,
    margin: (position.margin * BigInt(lots)) / all,
  };
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
 * Margin a position must keep at a price, by the tier of all that its owner holds on its side.
 *
 * @param sideCost what all positions of the owner on its side cost; its own cost when it is the only one
 */
export function maintenanceAt(
  terms: ContractTerms,
  { cost, lots }: Pick<Position, 'cost' | 'lots'>,
  ticks: number,
  sideCost: bigint = cost,
): bigint {
  return (contractValue(terms, ticks, lots) * tierOf(terms, sideCost).maintenancePpm) / million;
}

/**
 * The mark price at which a position is liquidated: where margin and profit together no longer cover the
 * maintenance margin. For a long `(cost - margin) / (lots * (1 - rate))`, rounded down; for a short
 * `(cost + margin) / (lots * (1 + rate))`, rounded up.
 *
 * @param sideCost as of `maintenanceAt`
 * @returns null when no price of at least one tick does
 */
export function liquidationTicks(
  terms: ContractTerms,
  position: Position,
  sideCost: bigint = position.cost,
): number | null {
  const rate = tierOf(terms, sideCost).maintenancePpm;
  const perTick = BigInt(position.lots) * terms.unitsPerTickLot;
  if (position.side === 'long') {
    const atRisk = position.cost - position.margin;
    if (atRisk <= 0n) return null;
    const ticks = (atRisk * million) / (perTick * (million - rate));
    return ticks < 1n ? null : Number(ticks);
  }
  const below = perTick * (million + rate);
  return Number(((position.cost + position.margin) * million + below - 1n) / below);
}

/** Whether a mark price liquidates a position. @param sideCost as of `maintenanceAt` */
export function isDue(terms: ContractTerms, position: Position, ticks: number, sideCost: bigint): boolean {
  const end = liquidationTicks(terms, position, sideCost);
  return end !== null && (position.side === 'long' ? ticks <= end : ticks >= end);
}

/** The worst price at which closing a position costs no more than its margin: at least for a long, at most for a short. */
export function bankruptcyTicks(terms: ContractTerms, position: Position): number {
  const perTick = BigInt(position.lots) * terms.unitsPerTickLot;
  if (position.side === 'short') return Number((position.cost + position.margin) / perTick);
  const ticks = (position.cost - position.margin + perTick - 1n) / perTick;
  return ticks < 1n ? 1 : Number(ticks);
}

/** How near a position is to its end, in millionths: maintenance margin by what is left of it; a million and above is past it. */
export function riskPpm(
  terms: ContractTerms,
  position: Position,
  ticks: number,
  sideCost: bigint = position.cost,
): bigint {
  const left = position.margin + profitAt(terms, position, ticks);
  const needed = maintenanceAt(terms, position, ticks, sideCost);
  return left <= 0n ? 10n * million : (needed * million) / left;
}

/**
 * Lots of a position past its liquidation price that have to go: as few as take its owner's side into a lower tier whose
 * maintenance margin it keeps, or all of them.
 */
export function lotsToReduce(terms: ContractTerms, position: Position, ticks: number, sideCost: bigint): number {
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
 * The order in which opposing positions are reduced when nobody else takes what was liquidated: by profit on
 * margin at the mark price, the highest first; then the larger, then the older one. Positions without profit come last.
 */
export function deleveragingOrder<Kind extends Position>(
  terms: ContractTerms,
  positions: readonly Kind[],
  ticks: number,
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
