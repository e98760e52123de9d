import { depthLevelsMax } from '../../contract/limits.ts';
import type { BookLevel, RestingOrder } from '../engine/book.ts';
import { baseUnitsOf, quoteUnitsOf, type MarketTerms } from '../engine/market-terms.ts';
import { OrderBook } from '../engine/order-book.ts';
import type { SpotOrder } from './spot-order.ts';

/** What a market is rebuilt from: its open delegates by id, and the price of its last trade in quote units. */
export interface StoredMarket {
  readonly orders: readonly SpotOrder[];
  readonly lastPrice: bigint | null;
}

/** What everybody may see of a market: its state at the last commit. */
export interface VisibleBook {
  readonly bids: readonly BookLevel[];
  readonly asks: readonly BookLevel[];
  readonly lastTicks: number | null;
}

/** The visible state while a batch is on its way, with what each open delegate was before it. */
interface Held extends VisibleBook {
  readonly before: Map<number, SpotOrder | null>;
}

/** One market in memory. The store is the truth; this can be dropped and rebuilt at any time between batches. */
export class SpotMarket {
  readonly terms: MarketTerms;
  book: OrderBook;
  /** Open delegates as they are stored. */
  readonly open = new Map<number, SpotOrder>();
  /** Set for good once a command broke an invariant here; the words go to the log and to the operator. */
  halted: string | null = null;
  private readonly openCounts = new Map<bigint, number>();
  private held: Held | null = null;

  constructor(terms: MarketTerms) {
    this.terms = terms;
    this.book = new OrderBook(terms, { lastTicks: null, orders: [] });
  }

  /** @throws Error when what is stored does not make a sound book */
  rebuild(stored: StoredMarket): void {
    const { terms } = this;
    const orders = stored.orders.map((order) => this.restingOf(order));
    const lastTicks = stored.lastPrice === null ? null : Number(stored.lastPrice / terms.priceUnitsPerTick);
    this.book = new OrderBook(terms, { lastTicks, orders });
    this.open.clear();
    this.openCounts.clear();
    this.held = null;
    for (const order of stored.orders) this.add(order);
  }

  /** A batch begins to change the market: until it is committed, everybody sees what was before it. */
  hold(): void {
    this.held ??= { ...this.visibleNow(), before: new Map() };
  }

  /** The batch is committed: everybody sees what it did. */
  release(): void {
    this.held = null;
  }

  visible(): VisibleBook {
    return this.held ?? this.visibleNow();
  }

  /** Open delegates of one owner, as of the last commit. */
  visibleOrders(owner: bigint): SpotOrder[] {
    const { held } = this;
    if (held === null && this.openCount(owner) === 0) return [];
    const own: SpotOrder[] = [];
    for (const order of this.open.values()) {
      if (order.owner === owner && held?.before.has(order.id) !== true) own.push(order);
    }
    for (const order of held?.before.values() ?? []) if (order?.owner === owner) own.push(order);
    return own;
  }

  /** An open delegate was filled in part. */
  replace(order: SpotOrder): void {
    this.remember(order.id);
    this.open.set(order.id, order);
  }

  add(order: SpotOrder): void {
    this.remember(order.id);
    this.open.set(order.id, order);
    this.openCounts.set(order.owner, this.openCount(order.owner) + 1);
  }

  remove(order: SpotOrder): void {
    this.remember(order.id);
    if (!this.open.delete(order.id)) return;
    const left = this.openCount(order.owner) - 1;
    if (left === 0) this.openCounts.delete(order.owner);
    else this.openCounts.set(order.owner, left);
  }

  /** Open delegates of one owner here. */
  openCount(owner: bigint): number {
    return this.openCounts.get(owner) ?? 0;
  }

  /** What a resting delegate holds frozen, in units of the asset it spends. */
  frozenBehind(side: 'buy' | 'sell', priceTicks: number, lots: number): bigint {
    return side === 'buy' ? quoteUnitsOf(this.terms, priceTicks, lots) : baseUnitsOf(this.terms, lots);
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
    };
  }

  private remember(id: number): void {
    if (this.held?.before.has(id) === false) this.held.before.set(id, this.open.get(id) ?? null);
  }

  private restingOf(order: SpotOrder): RestingOrder {
    const { terms } = this;
    if (order.price === null || order.amount === null) throw new Error(`delegate ${order.id} cannot rest`);
    const left = order.amount - order.filled;
    const offGrid = order.price % terms.priceUnitsPerTick !== 0n || left % terms.baseUnitsPerLot !== 0n;
    if (offGrid || left <= 0n) throw new Error(`delegate ${order.id} is off the steps of ${terms.pair}`);
    return {
      id: order.id,
      owner: order.owner,
      side: order.side,
      priceTicks: Number(order.price / terms.priceUnitsPerTick),
      lots: Number(left / terms.baseUnitsPerLot),
    };
  }
}
