import { createRequire } from 'node:module';
import type sortedBtree from 'sorted-btree';
import type { Lots, Ms, OwnerId, Ticks } from '#protocol/core/brand.ts';
import { depthLevelsMax } from '#protocol/core/limits.ts';
import type { BookLevel, RestingOrder, Side } from '#server/markets/engine/book.ts';
import type { MarketTerms } from '#server/markets/engine/market-terms.ts';
import { OwnedItems } from '#server/markets/engine/owned-items.ts';
import type { Replica } from '#server/cluster/placement/replica.ts';
import { type Opening, type Phase, phaseOf } from '../auction/phase.ts';
import type { VisibleBook } from '../visible-book.ts';
import type { SpotOrder } from '../order.ts';
import { restingOf } from '../placement.ts';
import type { PairChange, PairSnapshot, PairState, SpotFamily } from './messages.ts';
import type { ViewedMarket } from './views.ts';

// The package is CommonJS, and loaders disagree on its default export; `require` is unambiguous.
const { default: SortedTree } = createRequire(import.meta.url)('sorted-btree') as typeof sortedBtree;

/**
 * A market that another engine runs, as of the last of its commits that is known here: what it shows to everybody, and
 * the open orders of its owners. It matches nothing. Until its first snapshot it is empty and closed.
 */
export class MarketReplica implements ViewedMarket, Replica<SpotFamily> {
  terms: MarketTerms;
  opening: Opening;
  /** Open orders, also the house's. */
  readonly open = new OwnedItems<SpotOrder>();
  /** The priority of orders at one price is known to the engine that runs the market alone. */
  readonly book = null;
  /** Lots that rest at each price, best first. */
  readonly #bids = new SortedTree<Ticks, Lots>(undefined, (a, b) => b - a);
  readonly #asks = new SortedTree<Ticks, Lots>(undefined, (a, b) => a - b);
  /** What the last message said; null before the first snapshot. */
  #state: PairState | null = null;
  /** The visible book until something changes: prices, depth and auction are read one by one. */
  #visible: VisibleBook | null = null;

  constructor(terms: MarketTerms, opening: Opening) {
    this.terms = terms;
    this.opening = opening;
  }

  /** Its pair. */
  get id(): string {
    return this.terms.pair;
  }

  /** The epoch of the pair's ownership that is followed; null before the first snapshot. */
  get epoch(): number | null {
    return this.#state?.epoch ?? null;
  }

  /** The last commit under that epoch that is known here; null before the first snapshot. */
  get seq(): number | null {
    return this.#state?.seq ?? null;
  }

  /** Why it takes no commands any more; null while it does. */
  get halted(): string | null {
    return this.#state?.halted ?? null;
  }

  /**
   * Takes the whole state, whatever was known before.
   *
   * @throws Error when it is another pair's, or has an order that cannot rest; nothing changes then
   */
  load(snapshot: PairSnapshot): void {
    this.#assertOwn(snapshot);
    const orders = this.#readOrders(snapshot.orders);
    this.open.clear();
    this.#bids.clear();
    this.#asks.clear();
    this.#take(snapshot, orders);
  }

  /**
   * Follows the next commit. One that is known already changes nothing.
   *
   * @returns false, with nothing changed, when a commit in between is missing or the epoch is another: only a snapshot
   *   helps then
   * @throws Error when it is another pair's, or has an open order that cannot rest; nothing changes then
   */
  apply(change: PairChange): boolean {
    this.#assertOwn(change);
    const known = this.#state;
    if (known === null || change.epoch !== known.epoch || change.seq > known.seq + 1) return false;
    if (change.seq <= known.seq) return true;
    this.#take(change, this.#readOrders(change.orders));
    return true;
  }

  /** Takes other limits, fees and another state. @throws Error when a step changed: what rests is counted in steps */
  retune(terms: MarketTerms, opening: Opening): void {
    const { tickUnits, lotUnits } = this.terms;
    if (terms.tickUnits !== tickUnits || terms.lotUnits !== lotUnits) {
      throw new Error(`the steps of ${terms.pair} changed`);
    }
    this.terms = terms;
    this.opening = opening;
    this.#visible = null;
  }

  /** What the market does with orders at a time. */
  phaseAt(at: Ms): Phase {
    return this.#state === null ? 'closed' : phaseOf(this.opening, this.#isCrossed, at);
  }

  /** The best levels of both sides with the prices, at most `depthLevelsMax` a side. */
  visible(): VisibleBook {
    this.#visible ??= {
      bids: this.#levels('buy'),
      asks: this.#levels('sell'),
      lastTicks: this.#state?.lastTicks ?? null,
      // The last commit of an auction may have been its own, and the pair is open by now.
      indicative: this.opening.state === 'auction' ? (this.#state?.indicative ?? null) : null,
    };
    return this.#visible;
  }

  /** Open orders of one owner, by id. */
  visibleOrders(owner: OwnerId): SpotOrder[] {
    return this.open.visible(owner);
  }

  get #isCrossed(): boolean {
    const bid = this.#bids.minKey();
    const ask = this.#asks.minKey();
    return bid !== undefined && ask !== undefined && bid >= ask;
  }

  #assertOwn({ market }: PairState): void {
    if (market !== this.id) throw new Error(`the replica of ${this.id} was sent ${market}`);
  }

  /** Orders with what rests of them; null for those that ended. */
  #readOrders(orders: readonly SpotOrder[]): (readonly [SpotOrder, RestingOrder | null])[] {
    return orders.map((order) => [order, order.status === 'open' ? restingOf(this.terms, order) : null]);
  }

  #take(state: PairState, orders: readonly (readonly [SpotOrder, RestingOrder | null])[]): void {
    for (const [order, resting] of orders) {
      const before = this.open.get(order.id);
      if (before !== undefined) this.#add(restingOf(this.terms, before), -1);
      if (resting === null) {
        this.open.delete(order.id);
        continue;
      }
      this.#add(resting, 1);
      this.open.set(order.id, order);
    }
    const { market, epoch, seq, lastTicks, indicative, halted } = state;
    // Its other parts, such as the orders of a snapshot, are not kept alive.
    this.#state = { market, epoch, seq, lastTicks, indicative, halted };
    this.#visible = null;
  }

  /** Adds the lots of an order to its level, or takes them away. */
  #add({ side, priceTicks, lots }: RestingOrder, sign: 1 | -1): void {
    const levels = this.#side(side);
    const left = (levels.get(priceTicks) ?? 0) + sign * lots;
    if (left === 0) levels.delete(priceTicks);
    else levels.set(priceTicks, left);
  }

  #levels(side: Side): BookLevel[] {
    const found: BookLevel[] = [];
    for (const [priceTicks, lots] of this.#side(side).entries()) {
      if (found.length === depthLevelsMax) break;
      found.push({ priceTicks, lots });
    }
    return found;
  }

  #side(side: Side) {
    return side === 'buy' ? this.#bids : this.#asks;
  }
}
