import type { Lots, Ms, OrderId, OwnerId, Ticks, Units } from '../../../protocol/brand.ts';

/**
 * The language of an order book: commands in, events out. Two books speak it, the fast one
 * (`order-book.ts`) and the naive one that is its oracle in tests (`naive-book.ts`).
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

/** Takes what is there and never rests. Names either a quantity or, when buying, what it may spend. */
export interface PlaceMarket {
  readonly kind: 'market';
  readonly id: OrderId;
  readonly owner: OwnerId;
  readonly side: Side;
  readonly lots: Lots | null;
  /** Quote units a market buy may spend. */
  readonly budgetUnits: Units | null;
}

export interface CancelResting {
  readonly kind: 'cancel';
  readonly id: OrderId;
}

export type PlaceCommand = PlaceLimit | PlaceMarket;
export type BookCommand = PlaceCommand | CancelResting;

/** Why an order left without being filled: see `closeReason` of the contract. */
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

/** What is left of a limit order now rests in the book. */
export interface RestEvent {
  readonly kind: 'rest';
  readonly atMs: Ms;
  readonly id: OrderId;
  readonly priceTicks: Ticks;
  readonly lots: Lots;
}

/** An order ended. `lots` is what was left of it in the book, or of its quantity when it never rested. */
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

/** One price level: what all its orders offer together. */
export interface BookLevel {
  readonly priceTicks: Ticks;
  readonly lots: Lots;
}

/** An order book: pure state, moved only by commands, the same events for the same commands. */
export interface Book {
  /**
   * Applies a command that passed its checks (`placing-rules.ts`).
   *
   * @throws Error when the command breaks an invariant (a known id, an unknown one to cancel, no whole number);
   * the state may then be half-way and must be rebuilt
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
  /** Every resting order: bids then asks, each by price then time. */
  restingOrders(): RestingOrder[];
}

/** What a book is opened with: its last price and its resting orders in order of id. */
export interface BookSnapshot {
  readonly lastTicks: Ticks | null;
  readonly orders: readonly RestingOrder[];
}

export function opposite(side: Side): Side {
  return side === 'buy' ? 'sell' : 'buy';
}

/**
 * Refuses what no check upstream may let through.
 *
 * @throws Error on a quantity, price or budget that is no positive whole number
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
