import type { Lots, Ms, OrderId, OwnerId, Ticks, Units } from '#protocol/core/brand.ts';

/**
 * The interface of an order book: commands in, events out. Implemented by the fast book (`order-book.ts`) and by the
 * naive one that is its oracle in tests (`naive-book.ts`).
 */

export type Side = 'buy' | 'sell';

/** Rests at its price until it is filled or cancelled. */
export interface PlaceLimit {
  readonly kind: 'limit';
  /** Ids grow with time: a smaller id arrived earlier. */
  readonly id: OrderId;
  readonly owner: OwnerId;
  readonly side: Side;
  readonly priceTicks: Ticks;
  readonly lots: Lots;
}

/** Takes available liquidity and never rests. Names either a quantity or, when buying, a budget. */
interface PlaceMarket {
  readonly kind: 'market';
  readonly id: OrderId;
  readonly owner: OwnerId;
  readonly side: Side;
  readonly lots: Lots | null;
  /** Quote units a market buy may spend. */
  readonly budgetUnits: Units | null;
  /** The worst price it trades at, where that is nearer than the protection band; null for the band alone. */
  readonly worstTicks: Ticks | null;
}

interface CancelResting {
  readonly kind: 'cancel';
  readonly id: OrderId;
}

export type PlaceCommand = PlaceLimit | PlaceMarket;
export type BookCommand = PlaceCommand | CancelResting;

/** Why an order ended without being filled: see `closeReason` of the API. */
export type CloseReason = 'user' | 'no-liquidity' | 'self-trade' | 'price-band' | 'dust';

/** A taker met a resting order; the price is the resting one's. */
export interface FillEvent {
  readonly kind: 'fill';
  readonly atMs: Ms;
  readonly takerId: OrderId;
  readonly takerOwner: OwnerId;
  readonly takerSide: Side;
  readonly makerId: OrderId;
  readonly makerOwner: OwnerId;
  readonly priceTicks: Ticks;
  readonly lots: Lots;
}

/** The rest of a limit order now rests in the book. */
export interface RestEvent {
  readonly kind: 'rest';
  readonly atMs: Ms;
  readonly id: OrderId;
  readonly priceTicks: Ticks;
  readonly lots: Lots;
}

/** An order ended. `lots` is its unfilled rest in the book, or of its quantity when it never rested. */
export interface CloseEvent {
  readonly kind: 'close';
  readonly atMs: Ms;
  readonly id: OrderId;
  readonly status: 'filled' | 'cancelled';
  readonly reason: CloseReason | null;
  readonly lots: Lots;
}

export type BookEvent = FillEvent | RestEvent | CloseEvent;

/** An order in the book. */
export interface RestingOrder {
  readonly id: OrderId;
  readonly owner: OwnerId;
  readonly side: Side;
  readonly priceTicks: Ticks;
  /** What is left of it. */
  readonly lots: Lots;
}

/** One price level with the total of its orders. */
export interface BookLevel {
  readonly priceTicks: Ticks;
  readonly lots: Lots;
}

/** An order book: pure, deterministic state changed only by commands. */
export interface Book {
  /**
   * Applies a command that passed its checks (`placing-rules.ts`).
   *
   * @throws Error when the command breaks an invariant (duplicate id, unknown id to cancel, not an integer); the state
   * may then be partial and must be rebuilt
   */
  apply(command: BookCommand, atMs: Ms): BookEvent[];
  /** Quote units that buying this quantity at market would cost this owner now. */
  costToBuy(owner: OwnerId, lots: Lots): bigint;
  /** Price of the last fill, in ticks; null before the first one. */
  readonly lastTicks: Ticks | null;
  bestTicks(side: Side): number | null;
  resting(id: number): RestingOrder | null;
  /** Levels of one side from the best on. */
  levels(side: Side, most: number): BookLevel[];
  /** All resting orders: bids then asks, each by price then time. */
  restingOrders(): RestingOrder[];
}

/** The initial state of a book: its last price and its resting orders in id order. */
export interface BookSnapshot {
  readonly lastTicks: Ticks | null;
  readonly orders: readonly RestingOrder[];
  /** Whether bids may reach asks: a call auction collects them so. */
  readonly mayCross?: boolean;
}

export function opposite(side: Side): Side {
  return side === 'buy' ? 'sell' : 'buy';
}

/**
 * Rejects commands that upstream checks must never pass.
 *
 * @throws Error on a quantity, price or budget that is not a positive integer
 */
export function assertPlace(command: PlaceCommand): void {
  if (!isCount(command.id)) throw new Error('an order id must be a positive safe integer');
  if (command.kind === 'limit') {
    if (!isCount(command.priceTicks) || !isCount(command.lots)) throw new Error('a limit order needs ticks and lots');
    return;
  }
  const byLots = command.lots !== null && isCount(command.lots) && command.budgetUnits === null;
  const byBudget =
    command.side === 'buy' && command.lots === null && command.budgetUnits !== null && command.budgetUnits > 0n;
  if (!byLots && !byBudget) throw new Error('a market order names lots, or a budget when it buys');
}

function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value > 0;
}
