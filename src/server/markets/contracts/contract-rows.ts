import type { PositionSide } from '../../../protocol/maths/positions.ts';
import type { TriggerReason } from '../engine/trigger-index.ts';
import type { Position } from '../engine/position.ts';

/** An order to open a position. Money in units of the settling coin, prices in ticks. */
export interface ContractOrder {
  readonly id: number;
  readonly owner: bigint;
  readonly contract: string;
  readonly side: PositionSide;
  readonly type: 'limit' | 'market';
  readonly priceTicks: number | null;
  readonly lots: number;
  readonly filledLots: number;
  readonly leverage: number;
  readonly takeProfitTicks: number;
  readonly stopLossTicks: number;
  /** What is still frozen for the lots that rest. */
  readonly reserve: bigint;
  readonly status: 'open' | 'filled' | 'cancelled';
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** A position as it is kept: with what it has been, also when nothing of it is left. */
export interface ContractPosition extends Position {
  readonly contract: string;
  /** Lots ever opened, and what they cost. */
  readonly openedLots: number;
  readonly openedCost: bigint;
  readonly openFee: bigint;
  readonly closeFee: bigint;
  readonly overnightFee: bigint;
  /** Profit of what was closed, before fees. */
  readonly realised: bigint;
  /** The day (UTC, counted from 1970) for which the overnight fee was taken last. */
  readonly chargedDay: number;
  readonly openedAt: number;
  readonly updatedAt: number;
}

/** Why lots were closed (spec point 3, closing type); `deleveraged` against the liquidation of somebody else. */
export type ClosingReason = 'manual' | TriggerReason | 'deleveraged';

/** Lots of a position that were closed at one price. */
export interface ContractClosing {
  readonly id: number;
  readonly position: number;
  readonly owner: bigint;
  readonly contract: string;
  readonly side: PositionSide;
  readonly lots: number;
  readonly cost: bigint;
  readonly priceTicks: number;
  readonly profit: bigint;
  readonly fee: bigint;
  /** What went to the insurance fund (above zero) or came from it (below). */
  readonly insurance: bigint;
  readonly reason: ClosingReason;
  readonly at: number;
}

/** What a house maker holds in a contract: one sum, because it has no leverage and is not liquidated. */
export interface NetPosition {
  readonly owner: bigint;
  readonly contract: string;
  readonly side: PositionSide;
  readonly lots: number;
  readonly cost: bigint;
}

/** A fill of the contract's book, for everybody to see. */
export interface ContractTrade {
  readonly id: number;
  readonly contract: string;
  readonly takerSide: 'buy' | 'sell';
  readonly priceTicks: number;
  readonly lots: number;
  readonly at: number;
}
