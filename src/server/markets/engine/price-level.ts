import type { Lots, OwnerId, Ticks } from '#protocol/core/brand.ts';
import type { RestingOrder, Side } from './book.ts';

/** A resting order in the fast book: a node in the queue of its level. */
export interface QueuedOrder extends RestingOrder {
  lots: Lots;
  readonly level: PriceLevel;
  before: QueuedOrder | null;
  after: QueuedOrder | null;
}

/** The orders at one price in arrival order: a doubly linked queue, so that a cancel needs no search. */
export class PriceLevel {
  readonly priceTicks: Ticks;
  /** Total lots of the level. */
  lots = 0;
  first: QueuedOrder | null = null;
  private last: QueuedOrder | null = null;

  constructor(priceTicks: Ticks) {
    this.priceTicks = priceTicks;
  }

  append(id: number, owner: OwnerId, side: Side, lots: Lots): QueuedOrder {
    const order: QueuedOrder = {
      id,
      owner,
      side,
      priceTicks: this.priceTicks,
      lots,
      level: this,
      before: this.last,
      after: null,
    };
    if (this.last === null) this.first = order;
    else this.last.after = order;
    this.last = order;
    this.lots += lots;
    if (!Number.isSafeInteger(this.lots)) throw new Error('a price level holds more lots than can be counted');
    return order;
  }

  /** Reduces an order of this level after a fill. */
  reduce(order: QueuedOrder, lots: Lots): void {
    order.lots -= lots;
    this.lots -= lots;
  }

  remove(order: QueuedOrder): void {
    if (order.before === null) this.first = order.after;
    else order.before.after = order.after;
    if (order.after === null) this.last = order.before;
    else order.after.before = order.before;
    this.lots -= order.lots;
  }
}
