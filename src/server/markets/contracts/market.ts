import type { Lots, Ms, OwnerId, Ticks } from '#protocol/core/brand.ts';
import type { ContractOrder } from './order.ts';
import type { NetPosition, ContractPosition } from './position.ts';
import type { PositionSide } from '#protocol/contracts/maths/positions.ts';
import { tierOf } from '#protocol/contracts/maths/margin.ts';
import { impactTicks, MarkBasis, markTicks } from '../engine/mark-price.ts';
import { OrderBook } from '../engine/order-book.ts';
import { OwnedItems } from '../engine/owned-items.ts';
import { TriggerIndex } from '../engine/trigger-index.ts';
import { triggersOf } from './liquidations/position-triggers.ts';
import { Exposure, restingValue } from './liquidations/exposure.ts';
import { type FundUse, FundUses } from './liquidations/fund-uses.ts';
import { StandingQuotes } from './makers/standing-quotes.ts';
import { MarginWarnings } from './liquidations/margin-warnings.ts';
import { WaitingLiquidations } from './liquidations/waiting-liquidations.ts';
import type { ListedContract } from './listed-contracts.ts';
import type { ViewedContract } from './viewed-contract.ts';
import type { VisibleBook } from './visible-book.ts';
import { type Mark, priceLifeMs } from './prices/mark.ts';

/** What a market is rebuilt from. */
export interface StoredMarket {
  readonly orders: readonly ContractOrder[];
  readonly positions: readonly ContractPosition[];
  readonly netPositions: readonly NetPosition[];
  readonly lastTicks: Ticks | null;
  /** What the contract took from the insurance fund within the window of its terms, newest last. */
  readonly fundUses: readonly FundUse[];
}

/** Visible levels of the book per side. */
const levelsShown = 20;

/** One contract in memory. The store is the truth; this can be dropped and rebuilt at any time between batches. */
export class ContractMarket implements ViewedContract {
  readonly listed: ListedContract;
  readonly isStopped: () => boolean;
  book: OrderBook;
  /** Resting orders of users. */
  readonly orders = new OwnedItems<ContractOrder>();
  readonly positions = new OwnedItems<ContractPosition>();
  readonly netPositions = new Map<bigint, NetPosition>();
  readonly triggers = new TriggerIndex();
  readonly warnings = new MarginWarnings();
  readonly waiting = new WaitingLiquidations();
  readonly fundUses = new FundUses();
  /** The mark price at which resting orders were last checked against their opening bounds. */
  sweptTicks: Ticks | null = null;
  /** The makers' quotes in the book. */
  readonly quotes = new StandingQuotes();
  /** Cost of each owner's positions and resting orders. */
  readonly #held = new Exposure();
  readonly #resting = new Exposure();
  /** Null while too few price sources are alive: nothing is liquidated, and positions can only be reduced. */
  mark: Mark | null = null;
  /** The last prices of the closed session, for display only. Null while a session is open. */
  rested: Pick<Mark, 'indexTicks' | 'ticks'> | null = null;
  /** The overnight fee is paid up to this day (counted from 1970). */
  chargedThrough = -1;
  /** Set for good once a command broke an invariant here. */
  halted: string | null = null;
  /** The book before the batch in progress. */
  #bookBefore: VisibleBook | null = null;
  /** Open lots of users, counted incrementally: there may be many positions, and every view contains their sum. */
  readonly #lots = { long: 0, short: 0 };
  readonly #basis = new MarkBasis();
  /** Time of the last price update, even if there was no price. */
  #pricedAt: Ms | null = null;

  /** @param isStopped whether nothing may move here now, as when its settlement coin is stopped */
  constructor(listed: ListedContract, isStopped: () => boolean = () => false) {
    this.listed = listed;
    this.isStopped = isStopped;
    this.book = new OrderBook(listed.book, { lastTicks: null, orders: [] });
  }

  /**
   * Loads the stored state. The makers' quotes are not stored: they return with the next round.
   *
   * @throws Error when the stored state is inconsistent
   */
  rebuild({ orders, positions, netPositions, lastTicks, fundUses }: StoredMarket): void {
    const resting = orders.map((order) => {
      if (order.priceTicks === null) throw new Error(`order ${order.id} cannot rest`);
      const side = order.side === 'long' ? ('buy' as const) : ('sell' as const);
      return {
        id: order.id,
        owner: order.owner,
        side,
        priceTicks: order.priceTicks,
        lots: order.lots - order.filledLots,
      };
    });
    this.book = new OrderBook(this.listed.book, { lastTicks, orders: resting });
    this.orders.clear();
    for (const id of this.positions.keys()) {
      this.triggers.remove(id);
      this.warnings.remove(id);
    }
    this.positions.clear();
    this.#lots.long = 0;
    this.#lots.short = 0;
    this.netPositions.clear();
    this.quotes.clear();
    this.#held.clear();
    this.#resting.clear();
    this.#bookBefore = null;
    for (const order of orders) this.putOrder(order, true);
    for (const net of netPositions) this.netPositions.set(net.owner, net);
    for (const position of positions) this.put(position);
    this.mark = null;
    this.chargedThrough = -1;
    this.sweptTicks = null;
    this.waiting.clear();
    this.#basis.forgetTrades();
    this.fundUses.load(fundUses);
  }

  /** Begins a batch: until it is committed, the public state stays as before it. */
  hold(): void {
    this.#bookBefore ??= this.#bookNow();
    this.orders.hold();
    this.positions.hold();
  }

  /** The batch is committed: its changes become public. */
  release(): void {
    this.#bookBefore = null;
    this.orders.release();
    this.positions.release();
  }

  /** The book as of the last commit. */
  visibleBook(): VisibleBook {
    return this.#bookBefore ?? this.#bookNow();
  }

  /** Records a resting order, or removes one that no longer rests. */
  putOrder(order: ContractOrder, rests: boolean): void {
    const { terms } = this.listed;
    const was = this.orders.get(order.id);
    const before = was === undefined ? 0n : restingValue(terms, was);
    this.#resting.add(order.owner, order.side, (rests ? restingValue(terms, order) : 0n) - before);
    if (rests) this.orders.set(order.id, order);
    else this.orders.delete(order.id);
  }

  /**
   * Records a position with its triggers; one without lots is removed. If it moves its owner's side into another margin
   * tier, the triggers of the owner's other positions on that side move too.
   *
   * @returns those other positions
   */
  put(position: ContractPosition): ContractPosition[] {
    const { id, owner, side, lots, cost } = position;
    const { terms } = this.listed;
    const was = this.positions.get(id);
    const tier = tierOf(terms, this.sideCost(owner, side));
    this.#lots[side] += lots - (was?.lots ?? 0);
    this.#held.add(owner, side, cost - (was?.cost ?? 0n));
    if (lots === 0) {
      this.positions.delete(id);
      this.triggers.remove(id);
      this.warnings.remove(id);
      this.waiting.forget(id);
    } else {
      this.positions.set(id, position);
      this.#setTriggers(position);
    }
    if (tierOf(terms, this.sideCost(owner, side)) === tier) return [];
    const others = this.positions.of(owner).filter((other) => other.side === side && other.id !== id);
    for (const other of others) this.#setTriggers(other);
    return others;
  }

  /** Cost of an owner's positions on a side, which sets their maintenance margin. */
  sideCost(owner: OwnerId, side: PositionSide): bigint {
    return this.#held.of(owner, side);
  }

  /** Cost of an owner's positions and resting orders on a side. */
  exposure(owner: OwnerId, side: PositionSide): bigint {
    return this.#held.of(owner, side) + this.#resting.of(owner, side);
  }

  /** Updates the index; null when too few sources are alive. */
  setIndex(indexTicks: Ticks | null, at: Ms): void {
    this.#pricedAt = at;
    if (indexTicks === null) {
      this.mark = null;
      return;
    }
    const { terms } = this.listed;
    this.rested = null;
    const impactOf = (side: 'buy' | 'sell') => impactTicks(terms, this.book.levelsFrom(side), terms.impactUnits);
    this.#basis.step(terms, indexTicks, { bid: impactOf('buy'), ask: impactOf('sell') }, at);
    this.mark = { indexTicks, ticks: markTicks(terms, indexTicks, this.#basis.billionths), at };
  }

  /** When its prices were last updated, even if there was none; null for never. */
  get pricedAt(): Ms | null {
    return this.#pricedAt;
  }

  /** Whether makers have quotes in the book. */
  get hasQuotes(): boolean {
    return this.quotes.size > 0;
  }

  /** Whether prices are recent enough to act on. */
  isPriced(at: Ms): boolean {
    return this.#pricedAt !== null && Math.abs(at - this.#pricedAt) <= priceLifeMs;
  }

  /**
   * Drops prices from before a pause: the exchange was stalled, or its clock was set. Nothing is matched before the
   * next price step.
   *
   * @returns whether there was a pause
   */
  dropStale(at: Ms): boolean {
    if (this.isPriced(at)) return false;
    this.mark = null;
    return true;
  }

  /** A trade that counts for the premium. */
  traded(lots: Lots, ticks: Ticks, at: Ms): void {
    if (this.mark !== null) this.#basis.trade(this.mark.indexTicks, ticks, lots, at);
  }

  /**
   * Between two sessions no price triggers anything; the last ones stay visible. @param indexTicks used when no mark is
   * known
   */
  rest(indexTicks: Ticks | null): void {
    this.rested ??= this.mark ?? (indexTicks === null ? null : { indexTicks, ticks: indexTicks });
    this.mark = null;
  }

  /** Open lots per side; every trade changes both sides equally. */
  openInterest(): { long: number; short: number } {
    const sum = { ...this.#lots };
    for (const { side, lots } of this.netPositions.values()) sum[side] += lots;
    return sum;
  }

  #setTriggers(position: ContractPosition): void {
    const { id, owner, side } = position;
    const { terms } = this.listed;
    const sideCost = this.sideCost(owner, side);
    this.triggers.set(id, triggersOf(terms, position, sideCost));
    this.warnings.set(terms, position, sideCost);
  }

  #bookNow(): VisibleBook {
    const { book } = this;
    return {
      bids: book.levels('buy', levelsShown),
      asks: book.levels('sell', levelsShown),
      lastTicks: book.lastTicks,
      openLots: this.openInterest().long,
    };
  }
}
