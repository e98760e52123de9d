import type { Lots, Ms, OrderId, OwnerId, PositionId, Ticks } from '#protocol/core/brand.ts';
import type { ContractOrder } from './order.ts';
import type { PlaceContract } from './requests/request.ts';
import type { ClosingReason, ContractPosition } from './position.ts';
import { priceLifeMs } from './prices/mark.ts';
import { dayMs } from '#protocol/core/durations.ts';
import { isDue } from '#protocol/contracts/maths/liquidation.ts';
import { openingNeeds } from '#protocol/contracts/maths/margin.ts';
import type { BookEvent, FillEvent, PlaceCommand } from '../engine/book.ts';
import { bankruptcyTicks } from '../engine/position.ts';
import { protectionLimitTicks } from '../engine/market-terms.ts';
import { isTradingTime } from '../engine/trading-sessions.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import { type ChangeDeps, ContractChanges } from './changes.ts';
import type { ContractMarket } from './market.ts';
import {
  costAtMost,
  isBeyondBand,
  marketLimitTicks,
  movingRefusal,
  openingLimitTicks,
  placingRefusal,
  sizeRefusal,
} from './rules.ts';
import { type SideCosts, sideCostsOf } from './liquidations/exposure.ts';
import { liquidate, type LiquidationDeps } from './liquidations/liquidation.ts';
import { type Quote, quoteLifeMs } from './makers/standing-quotes.ts';

/** Context of a batch. */
interface RunDeps extends ChangeDeps {
  readonly isHouse: (owner: OwnerId) => boolean;
}

/** The order or position behind a taker in the book. */
type Role =
  | { readonly kind: 'open'; readonly order: OrderId }
  | { readonly kind: 'quote'; readonly owner: OwnerId }
  | { readonly kind: 'close'; readonly position: PositionId; readonly reason: ClosingReason };

/**
 * Executes commands of one contract in memory: validates and matches them. Effects on money and positions are collected
 * in `changes`. Nothing is final before the commit; if that fails, the market is rebuilt from the store.
 */
export class ContractRun {
  readonly changes: ContractChanges;
  readonly #market: ContractMarket;
  readonly #deps: RunDeps;
  readonly #liquidation: LiquidationDeps;

  constructor(market: ContractMarket, deps: RunDeps) {
    this.#market = market;
    this.#deps = deps;
    this.changes = new ContractChanges(market, deps);
    this.#liquidation = {
      market,
      journals: deps.journals,
      changes: this.changes,
      at: deps.at,
      closeInBook: (...lots) => this.#closeInBook(...lots),
    };
    market.hold();
    if (market.dropStale(deps.at)) for (const owner of market.quotes.owners()) this.#withdraw(market.quotes.of(owner));
  }

  /**
   * Places an order to open a position.
   *
   * @throws Refusal by the rules of the market, with nothing changed
   */
  place(command: PlaceContract): ContractOrder {
    const { listed } = this.#market;
    const { terms } = listed;
    if (this.#isOpen()) this.#sweep();
    const refusal = this.#isOpen() ? placingRefusal(this.#market, command) : 'pairClosed';
    if (refusal !== null) throw new Refusal(refusal);
    const oversize = sizeRefusal(this.#market, command);
    if (oversize !== null) throw oversize;
    const cost = costAtMost(this.#market, command, terms);
    const needed = openingNeeds(terms, cost, command.leverage);
    if (needed > this.#deps.journals.available(command.owner, listed)) throw new Refusal('insufficientWalletBalance');
    const { kind: _kind, ...asked } = command;
    const id = this.changes.begin(asked);
    const side = command.side === 'long' ? ('buy' as const) : ('sell' as const);
    const { owner, lots } = command;
    // A market order takes what is available within its bound; the rest does not rest in the book.
    const priceTicks = command.priceTicks ?? marketLimitTicks(this.#market, command, this.#market.mark?.ticks ?? 0);
    this.#apply({ kind: 'limit', id, owner, side, lots, priceTicks }, { kind: 'open', order: id });
    return this.changes.order(id);
  }

  /** Cancels a resting order of the caller's own. @throws Refusal `notFound`, `orderFinished`, `cannotCancel` while stopped */
  cancel(owner: OwnerId, id: number): ContractOrder {
    const order = this.#market.orders.get(id);
    if (order === undefined) throw new Refusal('orderFinished');
    if (order.owner !== owner) throw new Refusal('notFound');
    if (this.#market.isStopped()) throw new Refusal('cannotCancel');
    this.#end(order);
    return this.changes.order(id);
  }

  /**
   * Closes lots of a position at market, no further than its bankruptcy price.
   *
   * @returns lots that were closed
   * @throws Refusal `notFound`, `closeAboveRemainingLots`, `minimumCloseOneLot`, `cannotCloseNow` between two sessions
   *   and without liquidity
   */
  close(owner: OwnerId, id: number, lots: Lots): number {
    const position = this.#market.positions.get(id);
    if (position !== undefined && position.owner !== owner) throw new Refusal('notFound');
    if (lots < 1) throw new Refusal('minimumCloseOneLot');
    if (position === undefined || lots > position.lots) throw new Refusal('closeAboveRemainingLots');
    if (!this.#isOpen() || !this.#market.isPriced(this.#deps.at)) throw new Refusal('cannotCloseNow');
    this.#sweep();
    const closed = this.#closeInBook(position, lots, 'manual', bankruptcyTicks(this.#market.listed.terms, position));
    if (closed === 0) throw new Refusal('cannotCloseNow');
    return closed;
  }

  /** Moves take-profit and stop-loss of a position. @throws Refusal when a price would fire at once, `pairClosed` */
  protect(owner: OwnerId, id: number, takeProfitTicks: Ticks, stopLossTicks: Ticks): ContractPosition {
    const position = this.#market.positions.get(id);
    if (position === undefined || position.owner !== owner) throw new Refusal('notFound');
    const { mark } = this.#market;
    if (mark === null || !this.#isOpen()) throw new Refusal('pairClosed');
    const refusal = movingRefusal(position.side, mark.ticks, takeProfitTicks, stopLossTicks);
    if (refusal !== null) throw new Refusal(refusal);
    return this.changes.protect(position, takeProfitTicks, stopLossTicks);
  }

  /**
   * Replaces a maker's quotes. They are not stored: after a start they are placed again. Between two sessions they are
   * only removed.
   */
  quote(owner: OwnerId, bids: readonly Quote[], asks: readonly Quote[]): void {
    this.#withdraw(this.#market.quotes.of(owner));
    if (!this.#isOpen()) return;
    for (const [side, quotes] of [
      ['buy', bids],
      ['sell', asks],
    ] as const) {
      for (const [priceTicks, lots] of quotes) {
        const id = this.#deps.nextId();
        this.#apply({ kind: 'limit', id, owner, side, priceTicks, lots }, { kind: 'quote', owner });
      }
    }
  }

  /**
   * Updates the index and executes what its mark price triggers: liquidations first, then stop-losses and take-profits.
   * Between two sessions no price triggers anything: the first one after the next opening does.
   *
   * @param indexTicks null when too few sources are alive: then nothing is closed
   * @param seenAt when it was read: one from before a pause triggers nothing
   */
  markTo(indexTicks: Ticks | null, seenAt: Ms = this.#deps.at): void {
    if (Math.abs(this.#deps.at - seenAt) > priceLifeMs) return;
    if (!this.#inSession()) {
      this.#market.rest(indexTicks);
      return;
    }
    this.#market.setIndex(indexTicks, this.#deps.at);
    const { mark } = this.#market;
    if (mark === null || this.#market.isStopped()) return;
    this.#sweep();
    for (const { id, reason } of this.#market.triggers.crossed(mark.ticks)) {
      const position = this.#market.positions.get(id);
      // A position just deleveraged may be gone or no longer due.
      if (position === undefined) continue;
      if (reason === 'forced') this.#liquidateIfDue(position, mark.ticks);
      else this.#closeInBook(position, position.lots, reason, bankruptcyTicks(this.#market.listed.terms, position));
    }
    this.#warn(mark.ticks);
  }

  /** Warns owners of positions that came close to liquidation, and ends the warnings of those that are safe again. */
  #warn(markTicks: Ticks): void {
    const { warnings, positions, listed } = this.#market;
    for (const id of warnings.due(markTicks, this.#deps.at)) {
      const position = positions.get(id);
      if (position === undefined) continue;
      if (position.warned) this.changes.endWarning(position);
      else if (!isDue(listed.terms, position, markTicks, this.#market.sideCost(position.owner, position.side))) {
        this.changes.warn(position, markTicks);
      }
    }
  }

  /**
   * Takes a day's overnight fee from the margin of every position that has not paid it. A night that begins between two
   * sessions costs nothing, then or later.
   */
  overnight(day: number): void {
    const { listed, positions } = this.#market;
    if (!this.#isOpen() || !isTradingTime(listed.hours, day * dayMs)) return;
    for (const position of positions.values()) {
      if (position.chargedDay < day) this.changes.chargeNight(position, day);
    }
  }

  /** Cost of an owner's positions per side after the batch. */
  sideCosts(owner: OwnerId): SideCosts {
    return sideCostsOf(this.#market.positions.of(owner));
  }

  /** Whether the contract is open at the time of this batch. */
  #inSession(): boolean {
    return isTradingTime(this.#market.listed.hours, this.#deps.at);
  }

  /** Whether money may move here at the time of this batch: the session is open and nothing is stopped. */
  #isOpen(): boolean {
    return this.#inSession() && !this.#market.isStopped();
  }

  /** Withdraws quotes. */
  #withdraw(ids: readonly number[]): void {
    const { book, quotes } = this.#market;
    for (const id of ids) {
      book.apply({ kind: 'cancel', id }, this.#deps.at);
      quotes.remove(id);
    }
  }

  /** Sends a command through the book. @returns lots that were filled of it */
  #apply(command: PlaceCommand, role: Role): number {
    let filled = 0;
    for (const event of this.#market.book.apply(command, this.#deps.at)) {
      if (event.kind === 'fill') {
        filled += event.lots;
        this.#fill(event, role);
      } else this.#after(event, role);
    }
    return filled;
  }

  #after(event: Exclude<BookEvent, FillEvent>, role: Role): void {
    if (event.kind === 'rest') {
      if (role.kind === 'open') this.#restOrCancel(role.order, event);
      if (role.kind === 'quote') this.#market.quotes.add(event.id, role.owner, this.#deps.at);
      // The unfilled rest of a close does not rest in the book; the position stays open.
      if (role.kind === 'close') this.#market.book.apply({ kind: 'cancel', id: event.id }, event.atMs);
      return;
    }
    this.#market.quotes.remove(event.id);
    const order = this.changes.find(event.id);
    if (order !== null) this.changes.finish(order, event.status);
  }

  /** The rest of a limit order rests; the rest of a market order is cancelled. */
  #restOrCancel(id: number, { atMs }: { readonly atMs: Ms }): void {
    const order = this.changes.order(id);
    if (order.type === 'limit') return this.changes.rest(id);
    this.#market.book.apply({ kind: 'cancel', id }, atMs);
    this.changes.finish(order, 'cancelled');
  }

  /** An earlier liquidation of the same owner may have lowered the tier, so that this one is no longer due. */
  #liquidateIfDue(position: ContractPosition, markTicks: Ticks): void {
    const { listed } = this.#market;
    const sideCost = this.#market.sideCost(position.owner, position.side);
    if (!isDue(listed.terms, position, markTicks, sideCost)) return;
    const before = this.changes.closings.length;
    liquidate(this.#liquidation, position, markTicks);
    this.#endOpenings(before);
  }

  /**
   * Cancels what is left of the orders whose positions were closed to the end: filled again, an order would begin its position
   * again under the same id, and what it made before would be lost from it.
   *
   * @param from closings of this batch before this one were looked at
   */
  #endOpenings(from: number): void {
    const { positions, orders } = this.#market;
    for (const { position } of this.changes.closings.slice(from)) {
      const opening = positions.get(position) === undefined ? orders.get(Number(position)) : undefined;
      if (opening !== undefined) this.#end(opening);
    }
  }

  /**
   * Withdraws quotes that are too old, and resting orders that would now open too far from the mark price: the market
   * moved away, and their position might be liquidated at once. Runs before matching; orders are checked once per mark
   * price.
   */
  #sweep(): void {
    const { mark, book, orders, quotes } = this.#market;
    // Without a price they stay, so that positions can still be reduced.
    if (mark !== null) this.#withdraw(quotes.before(this.#deps.at - quoteLifeMs));
    if (mark === null || this.#market.sweptTicks === mark.ticks) return;
    this.#market.sweptTicks = mark.ticks;
    for (const side of ['buy', 'sell'] as const) {
      for (const { id, priceTicks } of book.beyond(side, mark.ticks)) {
        const order = orders.get(id);
        if (order === undefined) continue;
        const limit = openingLimitTicks(this.#market, { ...order, lots: 0 }, mark.ticks);
        if (isBeyondBand(order.side, priceTicks, limit)) this.#end(order);
      }
    }
  }

  #end(order: ContractOrder): void {
    this.#market.book.apply({ kind: 'cancel', id: order.id }, this.#deps.at);
    this.changes.cancel(order);
  }

  #fill(event: FillEvent, role: Role): void {
    const { changes } = this;
    const { isHouse } = this.#deps;
    const { priceTicks, lots, takerSide } = event;
    const taker = role.kind === 'close' ? role.position : role.kind === 'open' ? role.order : 0;
    changes.trade({ takerSide, lots, priceTicks, taker, maker: isHouse(event.makerOwner) ? 0 : event.makerId });
    const makerSide = takerSide === 'buy' ? 'sell' : 'buy';
    if (role.kind === 'close') changes.closePart(role.position, lots, priceTicks, role.reason);
    else if (role.kind === 'open') changes.grow(role.order, lots, priceTicks, 'available');
    else changes.changeNetPosition(event.takerOwner, takerSide, lots, priceTicks);
    if (isHouse(event.makerOwner)) changes.changeNetPosition(event.makerOwner, makerSide, lots, priceTicks);
    else changes.grow(event.makerId, lots, priceTicks, 'frozen');
  }

  /**
   * Own resting orders that a close would meet before it is filled: it would stop at them, so they are cancelled. Others stay,
   * as those of a grid, whose positions close one after the other.
   */
  #inTheWay(owner: OwnerId, side: 'buy' | 'sell', limitTicks: Ticks, lots: Lots): ContractOrder[] {
    const { book, orders } = this.#market;
    const found: ContractOrder[] = [];
    let left = lots;
    for (const resting of book.restingFrom(side === 'sell' ? 'buy' : 'sell')) {
      const isBeyond = side === 'sell' ? resting.priceTicks < limitTicks : resting.priceTicks > limitTicks;
      if (isBeyond || left <= 0) break;
      const own = resting.owner === owner ? orders.get(resting.id) : undefined;
      if (own === undefined) left -= resting.lots;
      else found.push(own);
    }
    return found;
  }

  /** Sends lots of a position to the book, no further than a limit and the band of a market order. */
  #closeInBook(position: ContractPosition, lots: Lots, reason: ClosingReason, limitTicks: Ticks): number {
    const { book } = this.#market;
    const side = position.side === 'long' ? ('sell' as const) : ('buy' as const);
    const best = book.bestTicks(side === 'sell' ? 'buy' : 'sell');
    if (best === null) return 0;
    const band = protectionLimitTicks(side, best);
    const priceTicks = side === 'sell' ? Math.max(band, limitTicks, 1) : Math.min(band, limitTicks);
    if (priceTicks < 1) return 0;
    // Without enough liquidity the user's own orders stay too.
    if (side === 'sell' ? best < priceTicks : best > priceTicks) return 0;
    for (const own of this.#inTheWay(position.owner, side, priceTicks, lots)) this.#end(own);
    const id = this.#deps.nextId();
    const before = this.changes.closings.length;
    const closed = this.#apply(
      { kind: 'limit', id, owner: position.owner, side, priceTicks, lots },
      { kind: 'close', position: position.id, reason },
    );
    this.#endOpenings(before);
    return closed;
  }
}
