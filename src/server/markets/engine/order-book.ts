import type { Lots, Ms, OwnerId, Ticks, Units } from '#protocol/core/brand.ts';
import { lotsValue } from '#protocol/contracts/maths/orders.ts';
import { createRequire } from 'node:module';
import type sortedBtree from 'sorted-btree';
import {
  assertPlace,
  opposite,
  type Book,
  type BookCommand,
  type BookEvent,
  type BookLevel,
  type BookSnapshot,
  type CloseEvent,
  type CloseReason,
  type PlaceCommand,
  type PlaceLimit,
  type RestEvent,
  type RestingOrder,
  type Side,
} from './book.ts';
import { uncrossingOf, type UncrossEvent, type Uncrossing } from './call-auction.ts';
import { protectionLimitTicks, worstTicksOf, type MarketTerms } from './market-terms.ts';
import { PriceLevel, type QueuedOrder } from './price-level.ts';

// The package is CommonJS, and loaders disagree on its default export; `require` is unambiguous.
const { default: SortedTree } = createRequire(import.meta.url)('sorted-btree') as typeof sortedBtree;

/** A taker during matching. */
interface Taker {
  readonly command: PlaceCommand;
  /** Its worst acceptable price. */
  readonly limitTicks: Ticks;
  /** Its remaining quantity; for a budget, the most lots an order may have. */
  lots: Lots;
  budgetUnits: Units | null;
  filledLots: Lots;
}

/**
 * The order book of one market: price then time priority, levels in a B+ tree (a sorted array collapses
 * when prices spread), each level a queue.
 */
export class OrderBook implements Book {
  lastTicks: Ticks | null;
  private terms: MarketTerms;
  private readonly bids = new SortedTree<number, PriceLevel>(undefined, (a, b) => b - a);
  private readonly asks = new SortedTree<number, PriceLevel>(undefined, (a, b) => a - b);
  private readonly orders = new Map<number, QueuedOrder>();

  /** @throws Error when the snapshot's sides cross or an id is duplicated */
  constructor(terms: MarketTerms, snapshot: BookSnapshot) {
    this.terms = terms;
    this.lastTicks = snapshot.lastTicks;
    for (const order of snapshot.orders) this.rest(order.id, order.owner, order.side, order.priceTicks, order.lots);
    if (snapshot.mayCross !== true && this.isCrossed) throw new Error(`the book of ${terms.pair} is crossed`);
  }

  /** Whether a bid reaches an ask, as in a call auction that has not been uncrossed. */
  get isCrossed(): boolean {
    const bid = this.bestTicks('buy');
    const ask = this.bestTicks('sell');
    return bid !== null && ask !== null && bid >= ask;
  }

  /** Takes other limits and fees. The steps are those it was made with: what rests is counted in them. */
  retune(terms: MarketTerms): void {
    const { tickUnits, lotUnits } = this.terms;
    if (terms.tickUnits !== tickUnits || terms.lotUnits !== lotUnits)
      throw new Error(`the steps of ${terms.pair} changed`);
    this.terms = terms;
  }

  apply(command: BookCommand, atMs: Ms): BookEvent[] {
    return command.kind === 'cancel' ? [this.cancel(command.id, atMs)] : this.place(command, atMs);
  }

  /** Takes a limit order of a call auction: it rests, whatever it reaches. */
  collect(command: PlaceLimit, atMs: Ms): RestEvent {
    assertPlace(command);
    const { id, owner, side, priceTicks, lots } = command;
    this.rest(id, owner, side, priceTicks, lots);
    return { kind: 'rest', atMs, id, priceTicks, lots };
  }

  /** What an uncrossing would come to now; null when no bid reaches an ask. */
  uncrossing(referenceTicks: Ticks | null): Uncrossing | null {
    if (!this.isCrossed) return null;
    return uncrossingOf(this.levelsFrom('buy'), this.levelsFrom('sell'), referenceTicks);
  }

  /**
   * Uncrosses what a call auction collected: by price and then by time on both sides, all at one price. Any portion
   * leaves a book whose price is the same, because it takes equally from demand and supply at every price that counts.
   *
   * @param most trades of this portion
   */
  uncross(referenceTicks: Ticks | null, most: number, atMs: Ms): UncrossEvent[] {
    const found = this.uncrossing(referenceTicks);
    const events: UncrossEvent[] = [];
    if (found === null) return events;
    const { priceTicks } = found;
    for (let trades = 0; trades < most; trades += 1) {
      const [bid, ask] = [this.best('buy')?.first, this.best('sell')?.first];
      if (bid == null || ask == null || bid.priceTicks < priceTicks || ask.priceTicks > priceTicks) break;
      const lots = Math.min(bid.lots, ask.lots);
      const [buy, sell] = [
        { buyId: bid.id, buyOwner: bid.owner, bidTicks: bid.priceTicks },
        { sellId: ask.id, sellOwner: ask.owner },
      ];
      this.lastTicks = priceTicks;
      events.push({ kind: 'cross', atMs, ...buy, ...sell, priceTicks, lots });
      for (const order of [bid, ask]) {
        order.level.reduce(order, lots);
        if (order.lots > 0) continue;
        this.remove(order);
        events.push({ kind: 'close', atMs, id: order.id, status: 'filled', reason: null, lots: 0 });
      }
    }
    return events;
  }

  costToBuy(owner: OwnerId, lots: Lots): bigint {
    const best = this.best('sell');
    if (best === null) return 0n;
    const limitTicks = protectionLimitTicks('buy', best.priceTicks);
    let left = lots;
    let cost = 0n;
    for (const level of this.asks.values()) {
      if (level.priceTicks > limitTicks || left === 0) return cost;
      for (let order = level.first; order !== null && left > 0; order = order.after) {
        if (order.owner === owner) return cost;
        const taken = Math.min(left, order.lots);
        cost += lotsValue(this.terms, level.priceTicks, taken);
        left -= taken;
      }
    }
    return cost;
  }

  bestTicks(side: Side): number | null {
    return this.best(side)?.priceTicks ?? null;
  }

  resting(id: number): RestingOrder | null {
    return this.orders.get(id) ?? null;
  }

  levels(side: Side, most: number): BookLevel[] {
    const found: BookLevel[] = [];
    for (const level of this.side(side).values()) {
      if (found.length === most) break;
      found.push({ priceTicks: level.priceTicks, lots: level.lots });
    }
    return found;
  }

  /** Iterates over the levels of one side, best first. */
  *levelsFrom(side: Side): Generator<BookLevel> {
    for (const { priceTicks, lots } of this.side(side).values()) yield { priceTicks, lots };
  }

  /** Resting orders of a side at better prices than a limit, best first; others are not visited. */
  beyond(side: Side, ticks: Ticks): RestingOrder[] {
    const found: RestingOrder[] = [];
    for (const level of this.side(side).values()) {
      if (side === 'buy' ? level.priceTicks <= ticks : level.priceTicks >= ticks) break;
      for (let order = level.first; order !== null; order = order.after) found.push(order);
    }
    return found;
  }

  restingOrders(): RestingOrder[] {
    const copyOf = ({ id, owner, side, priceTicks, lots }: RestingOrder) => ({ id, owner, side, priceTicks, lots });
    return [...this.restingFrom('buy'), ...this.restingFrom('sell')].map(copyOf);
  }

  /** Resting orders of one side, best first, in the order in which a taker matches them. */
  *restingFrom(side: Side): Generator<RestingOrder> {
    for (const level of this.side(side).values()) {
      for (let order = level.first; order !== null; order = order.after) yield order;
    }
  }

  private side(side: Side) {
    return side === 'buy' ? this.bids : this.asks;
  }

  private best(side: Side): PriceLevel | null {
    const levels = this.side(side);
    const key = levels.minKey();
    return key === undefined ? null : (levels.get(key) ?? null);
  }

  private place(command: PlaceCommand, atMs: Ms): BookEvent[] {
    assertPlace(command);
    if (this.orders.has(command.id)) throw new Error(`order ${command.id} is already in the book`);
    const taker: Taker = {
      command,
      limitTicks: worstTicksOf(command, this.bestTicks(opposite(command.side))),
      lots: command.lots ?? this.terms.maxLots,
      budgetUnits: command.kind === 'market' ? command.budgetUnits : null,
      filledLots: 0,
    };
    const events: BookEvent[] = [];
    const stopped = this.match(taker, events, atMs);
    events.push(this.settle(taker, stopped, atMs));
    return events;
  }

  /** Fills the taker as far as possible; returns why it stopped, or null when it is filled. */
  private match(taker: Taker, events: BookEvent[], atMs: Ms): CloseReason | null {
    const { command, limitTicks } = taker;
    const makerSide = opposite(command.side);
    while (taker.lots > 0) {
      const level = this.best(makerSide);
      if (level === null) return 'no-liquidity';
      const beyond = command.side === 'buy' ? level.priceTicks > limitTicks : level.priceTicks < limitTicks;
      if (beyond) return 'price-band';
      const maker = level.first;
      if (maker === null) throw new Error('an empty level was left in the book');
      if (maker.owner === command.owner) return 'self-trade';
      const lots = Math.min(taker.lots, maker.lots, this.affordable(taker, level.priceTicks));
      if (lots === 0) return 'dust';
      this.fill(taker, maker, lots, events, atMs);
    }
    return null;
  }

  /** Lots that the remaining budget can buy at a price; unbounded without a budget. */
  private affordable(taker: Taker, priceTicks: Ticks): number {
    if (taker.budgetUnits === null) return Number.MAX_SAFE_INTEGER;
    const lots = taker.budgetUnits / lotsValue(this.terms, priceTicks, 1);
    return lots > BigInt(taker.lots) ? taker.lots : Number(lots);
  }

  private fill(taker: Taker, maker: QueuedOrder, lots: Lots, events: BookEvent[], atMs: Ms): void {
    const { level } = maker;
    const { command } = taker;
    level.reduce(maker, lots);
    taker.lots -= lots;
    taker.filledLots += lots;
    if (taker.budgetUnits !== null) taker.budgetUnits -= lotsValue(this.terms, level.priceTicks, lots);
    this.lastTicks = level.priceTicks;
    events.push({
      kind: 'fill',
      atMs,
      takerId: command.id,
      takerOwner: command.owner,
      takerSide: command.side,
      makerId: maker.id,
      makerOwner: maker.owner,
      priceTicks: level.priceTicks,
      lots,
    });
    if (maker.lots > 0) return;
    this.remove(maker);
    events.push({ kind: 'close', atMs, id: maker.id, status: 'filled', reason: null, lots: 0 });
  }

  /** The taker's state after matching: filled, resting, or cancelled with a reason. */
  private settle(taker: Taker, stopped: CloseReason | null, atMs: Ms): BookEvent {
    const { command, lots } = taker;
    const { id } = command;
    if (stopped === null) return { kind: 'close', atMs, id, status: 'filled', reason: null, lots: 0 };
    if (command.kind === 'limit' && stopped !== 'self-trade') {
      this.rest(id, command.owner, command.side, command.priceTicks, lots);
      return { kind: 'rest', atMs, id, priceTicks: command.priceTicks, lots };
    }
    const left = taker.budgetUnits === null ? lots : 0;
    // A budget that cannot pay for one more lot is filled: the rest is change.
    const spent = stopped === 'dust' && taker.filledLots > 0;
    return { kind: 'close', atMs, id, status: spent ? 'filled' : 'cancelled', reason: stopped, lots: left };
  }

  private cancel(id: number, atMs: Ms): CloseEvent {
    const order = this.orders.get(id);
    if (order === undefined) throw new Error(`order ${id} is not in the book`);
    const { lots } = order;
    this.remove(order);
    return { kind: 'close', atMs, id, status: 'cancelled', reason: 'user', lots };
  }

  private rest(id: number, owner: OwnerId, side: Side, priceTicks: Ticks, lots: Lots): void {
    if (this.orders.has(id)) throw new Error(`order ${id} is already in the book`);
    const levels = this.side(side);
    let level = levels.get(priceTicks);
    if (level === undefined) {
      level = new PriceLevel(priceTicks);
      levels.set(priceTicks, level);
    }
    this.orders.set(id, level.append(id, owner, side, lots));
  }

  private remove(order: QueuedOrder): void {
    const { level } = order;
    level.remove(order);
    this.orders.delete(order.id);
    if (level.first === null) this.side(order.side).delete(level.priceTicks);
  }
}
