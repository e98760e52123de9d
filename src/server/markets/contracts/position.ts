import type { Lots, Ms, OrderId, OwnerId, PositionId, Ticks, Units } from '#protocol/core/brand.ts';
import type { PositionSide } from '#protocol/contracts/maths/positions.ts';
import type { TriggerReason } from '../engine/trigger-index.ts';
import type { Position } from '../engine/position.ts';

/** A position has the id of its opening order. */
export function positionIdOf(order: OrderId): PositionId {
  const id: number = order;
  return id;
}

/** A stored position with its history, even after it is closed. */
export interface ContractPosition extends Position {
  readonly contract: string;
  /** Lots ever opened, and what they cost. */
  readonly openedLots: Lots;
  readonly openedCost: Units;
  readonly openFee: Units;
  readonly closeFee: Units;
  readonly overnightFee: Units;
  /** What closed lots bore of the opening and overnight fees. */
  readonly openFeeClosed: Units;
  readonly overnightFeeClosed: Units;
  /** What liquidations of it left to the insurance fund (above zero) or took from it (below). */
  readonly insurance: Units;
  /** Profit of what was closed, before fees. */
  readonly realised: Units;
  /** The last day (UTC, counted from 1970) for which the overnight fee was taken. */
  readonly chargedDay: number;
  /** Whether its owner was warned since its margin was last safe. */
  readonly warned: boolean;
  /** Time of the last warning, or of the liquidation of a part; 0 without one. */
  readonly warnedAt: Ms;
  readonly openedAt: Ms;
  readonly updatedAt: Ms;
}

/** What a position has gathered before anything happened to it. */
export const nothingGathered = {
  openFee: 0n,
  closeFee: 0n,
  overnightFee: 0n,
  openFeeClosed: 0n,
  overnightFeeClosed: 0n,
  insurance: 0n,
  realised: 0n,
  warned: false,
  warnedAt: 0,
} as const satisfies Partial<ContractPosition>;

/** Why lots were closed (spec point 3, closing type); `deleveraged` by the liquidation of another user. */
export type ClosingReason = 'manual' | TriggerReason | 'deleveraged';

/** Lots of a position that were closed at one price. */
export interface ContractClosing {
  readonly id: number;
  readonly position: PositionId;
  readonly owner: OwnerId;
  readonly contract: string;
  readonly side: PositionSide;
  readonly lots: Lots;
  readonly cost: Units;
  readonly priceTicks: Ticks;
  readonly profit: Units;
  /** Of this closing. */
  readonly fee: Units;
  /** What the closed lots bore of the fees of their position. */
  readonly openFee: Units;
  readonly overnightFee: Units;
  /** Paid into the insurance fund (above zero) or taken from it (below). */
  readonly insurance: Units;
  readonly reason: ClosingReason;
  readonly at: Ms;
}

/** A house maker's net position in a contract, which has no leverage and is not liquidated. */
export interface NetPosition {
  readonly owner: OwnerId;
  readonly contract: string;
  readonly side: PositionSide;
  readonly lots: Lots;
  readonly cost: Units;
}
