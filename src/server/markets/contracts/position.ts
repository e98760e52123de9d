import type { Lots, Ms, OrderId, OwnerId, PositionId, Ticks, Units } from '../../../protocol/brand.ts';
import type { PositionSide } from '../../../protocol/maths/positions.ts';
import type { TriggerReason } from '../engine/trigger-index.ts';
import type { Position } from '../engine/position.ts';

/** The position that an order opens has its number. */
export function positionIdOf(order: OrderId): PositionId {
  const id: number = order;
  return id;
}

/** A position as it is kept: with what it has been, also when nothing of it is left. */
export interface ContractPosition extends Position {
  readonly contract: string;
  /** Lots ever opened, and what they cost. */
  readonly openedLots: Lots;
  readonly openedCost: Units;
  readonly openFee: Units;
  readonly closeFee: Units;
  readonly overnightFee: Units;
  /** Profit of what was closed, before fees. */
  readonly realised: Units;
  /** The day (UTC, counted from 1970) for which the overnight fee was taken last. */
  readonly chargedDay: number;
  readonly openedAt: Ms;
  readonly updatedAt: Ms;
}

/** Why lots were closed (spec point 3, closing type); `deleveraged` against the liquidation of somebody else. */
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
  readonly fee: Units;
  /** What went to the insurance fund (above zero) or came from it (below). */
  readonly insurance: Units;
  readonly reason: ClosingReason;
  readonly at: Ms;
}

/** What a house maker holds in a contract: one sum, because it has no leverage and is not liquidated. */
export interface NetPosition {
  readonly owner: OwnerId;
  readonly contract: string;
  readonly side: PositionSide;
  readonly lots: Lots;
  readonly cost: Units;
}
