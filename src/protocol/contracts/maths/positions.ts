import type { Lots, Ticks, Units } from '#protocol/core/brand.ts';
import { type Decimal, fromUnitsFixed } from '#protocol/core/decimal.ts';
import { lotsValue, type ValueSteps } from './orders.ts';

export type PositionSide = 'long' | 'short';

/** What the sums of an isolated position need to know of it. */
export interface PositionStake {
  readonly side: PositionSide;
  /** Open lots. */
  readonly lots: Lots;
  /** What the open lots cost, exactly: the sum of price times lots. */
  readonly cost: Units;
  readonly margin: Units;
}

/** What a number of a position's lots takes along when they are closed. */
export interface PositionPart {
  readonly lots: Lots;
  readonly cost: Units;
  readonly margin: Units;
}

/** Profit (or loss, below zero) of lots at a value, before fees: `value - cost` for a long, `cost - value` for a short. */
export function profitAtValue({ side, cost }: Pick<PositionStake, 'side' | 'cost'>, value: Units): Units {
  return side === 'long' ? value - cost : cost - value;
}

/** Profit (or loss, below zero) of lots that cost something at a price, before fees. */
export function profitAt(steps: ValueSteps, stake: Omit<PositionStake, 'margin'>, ticks: Ticks): Units {
  return profitAtValue(stake, lotsValue(steps, ticks, stake.lots));
}

/**
 * The part of a position that a number of lots is. What rounding leaves stays with the rest, so the parts always add up
 * to the whole. The cost of a short's part is rounded up: then neither the part nor the rest can lose more than its
 * margin at a price at which the whole does not.
 *
 * @param lots 1 to those of the position
 */
export function partOf(stake: PositionStake, lots: Lots): PositionPart {
  if (lots < 1 || lots > stake.lots) throw new Error(`a position of ${stake.lots} lots has no ${lots} to close`);
  if (lots === stake.lots) return { lots, cost: stake.cost, margin: stake.margin };
  const all = BigInt(stake.lots);
  const cost = stake.cost * BigInt(lots);
  return {
    lots,
    cost: stake.side === 'long' ? cost / all : (cost + all - 1n) / all,
    margin: (stake.margin * BigInt(lots)) / all,
  };
}

/** Whether a take-profit is beyond a price in the position's favour (spec point 5): above for a long, below for a short. */
export function isTakeProfit(side: PositionSide, ticks: Ticks, fromTicks: Ticks): boolean {
  return side === 'long' ? ticks > fromTicks : ticks < fromTicks;
}

/** Whether a stop-loss is beyond a price to the position's disadvantage: below for a long, above for a short. */
export function isStopLoss(side: PositionSide, ticks: Ticks, fromTicks: Ticks): boolean {
  return side === 'long' ? ticks < fromTicks : ticks > fromTicks;
}

/** A share of a whole in percent with two places, cut: a profit of its margin. */
export function percentOfWhole(part: bigint, whole: bigint): Decimal {
  return whole === 0n ? '0' : fromUnitsFixed((part * 10_000n) / whole, 2);
}
