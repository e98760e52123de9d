import type { Lots, Ms, OwnerId, Ticks, Units } from '#protocol/core/brand.ts';
import { lotsValue } from '#protocol/contracts/maths/orders.ts';
import { depthLevelsMax } from '#protocol/core/limits.ts';
import type { RestingOrder } from '../engine/book.ts';
import { baseUnitsOf, type MarketTerms } from '../engine/market-terms.ts';
import { OrderBook } from '../engine/order-book.ts';
import { OwnedItems } from '../engine/owned-items.ts';
import { houseOwners } from '#server/core/ledger/account.ts';
import { type PauseWatch, processPauses } from '#server/core/clock/pause-watch.ts';
import type { SpotOrder } from './order.ts';
import type { VisibleBook } from './visible-book.ts';
import { restingOf } from './placement.ts';
import { type Opening, type Phase, phaseOf } from './auction/phase.ts';

/** The stored state of a market: its open orders by id, and the price of its last trade in quote units. */
export interface StoredMarket {
  readonly orders: readonly SpotOrder[];
  readonly lastPrice: Units | null;
}

/** The public state during a batch. */
interface Held extends VisibleBook {
  /** Pauses handled before it. */
  readonly pauses: number;
}

/** One market in memory. The store is the truth; this can be dropped and rebuilt at any time between batches. */
export class SpotMarket {
  terms: MarketTerms;
  opening: Opening;
  book: OrderBook;
  /** Open orders as they are stored. */
  readonly open = new OwnedItems<SpotOrder>();
  /** Set permanently once a command broke an invariant here; the text goes to the log and to the operator. */
  halted: string | null = null;
  private held: Held | null = null;
  private readonly pauseWatch: Pick<PauseWatch, 'pauses'>;
  /** Pauses after which the house's orders were cancelled. */
  private pauses: number;

  constructor(terms: MarketTerms, opening: Opening, pauseWatch: Pick<PauseWatch, 'pauses'> = processPauses) {
    this.terms = terms;
    this.opening = opening;
    this.pauseWatch = pauseWatch;
    this.pauses = pauseWatch.pauses();
    this.book = new OrderBook(terms, { lastTicks: null, orders: [] });
  }

  /** Takes other limits, fees and another state, between two batches. @throws Error when a step changed */
  retune(terms: MarketTerms, opening: Opening): void {
    this.book.retune(terms);
    this.terms = terms;
    this.opening = opening;
  }

  /** What the market does with orders at a time. */
  phaseAt(at: Ms): Phase {
    return phaseOf(this.opening, this.book.isCrossed, at);
  }

  /** Whether what an auction collected is to be uncrossed: its pair is open and its book is not ready. */
  get isUncrossing(): boolean {
    return this.opening.state === 'open' && this.book.isCrossed;
  }

  /** What the price of an auction stays close to: the last price, or what the pair was listed with. */
  get referenceTicks(): Ticks | null {
    return this.book.lastTicks ?? this.opening.referenceTicks;
  }

  /** Whether an owner has an order on the other side that this one would meet. */
  meetsOwn({ owner, side, priceTicks }: Pick<RestingOrder, 'owner' | 'side' | 'priceTicks'>): boolean {
    const limit = BigInt(priceTicks) * this.terms.tickUnits;
    return this.open.of(owner).some(({ side: other, price }) => {
      if (other === side || price === null) return false;
      return side === 'buy' ? price <= limit : price >= limit;
    });
  }

  /** @throws Error when the stored orders are inconsistent */
  rebuild(stored: StoredMarket): void {
    const { terms } = this;
    const orders = stored.orders.map((order) => restingOf(terms, order));
    const lastTicks = stored.lastPrice === null ? null : Number(stored.lastPrice / terms.tickUnits);
    // Only a pair whose opening was set may have collected orders that reach each other.
    this.book = new OrderBook(terms, { lastTicks, orders, mayCross: this.opening.opensAt !== null });
    this.open.clear();
    // After a failed batch, orders it cancelled because of a pause are restored.
    this.pauses = this.held?.pauses ?? this.pauses;
    this.held = null;
    for (const order of stored.orders) this.add(order);
  }

  /** Begins a batch: until it is committed, the public state stays as before it. */
  hold(): void {
    this.held ??= { ...this.visibleNow(), pauses: this.pauses };
    this.open.hold();
  }

  /** The batch is committed: its changes become public. */
  release(): void {
    this.held = null;
    this.open.release();
  }

  visible(): VisibleBook {
    return this.held ?? this.visibleNow();
  }

  /** Open orders of one owner, as of the last commit. */
  visibleOrders(owner: OwnerId): SpotOrder[] {
    return this.open.visible(owner);
  }

  /** Records a partial fill of an open order. */
  replace(order: SpotOrder): void {
    this.open.set(order.id, order);
  }

  add(order: SpotOrder): void {
    this.open.set(order.id, order);
  }

  remove(order: SpotOrder): void {
    this.open.delete(order.id);
  }

  /** Open orders of one owner here. */
  openCount(owner: OwnerId): number {
    return this.open.countOf(owner);
  }

  /** Whether there was a pause since the house's orders were placed; they may then no longer be matched. */
  hasPaused(): boolean {
    return this.pauseWatch.pauses() !== this.pauses;
  }

  /** Marks the pause as handled. @returns the house's open orders, all placed before it */
  accountForPause(): SpotOrder[] {
    this.pauses = this.pauseWatch.pauses();
    return Object.values(houseOwners).flatMap((owner) => this.open.of(owner));
  }

  /** The frozen amount of a resting order, in units of the asset it spends. */
  frozenBehind(side: 'buy' | 'sell', priceTicks: Ticks, lots: Lots): bigint {
    return side === 'buy' ? lotsValue(this.terms, priceTicks, lots) : baseUnitsOf(this.terms, lots);
  }

  /** The asset a side spends and the one it receives. */
  assetsOf(side: 'buy' | 'sell'): { readonly spends: string; readonly receives: string } {
    const { base, quote } = this.terms;
    return side === 'buy' ? { spends: quote, receives: base } : { spends: base, receives: quote };
  }

  private visibleNow(): VisibleBook {
    const { book } = this;
    return {
      bids: book.levels('buy', depthLevelsMax),
      asks: book.levels('sell', depthLevelsMax),
      lastTicks: book.lastTicks,
      indicative: this.opening.state === 'auction' ? book.uncrossing(this.referenceTicks) : null,
    };
  }
}
