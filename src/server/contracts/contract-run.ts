import type { BookEvent, FillEvent, PlaceCommand } from '../engine/book.ts';
import { contractFee, contractValue, initialMargin } from '../engine/contract-terms.ts';
import { bankruptcyTicks, partOf, type PositionSide, profitAt, without } from '../engine/position.ts';
import { protectionLimitTicks } from '../engine/market-terms.ts';
import { isTradingTime } from '../engine/trading-sessions.ts';
import { Refusal } from '../refusal.ts';
import type { ContractJournals } from './contract-journals.ts';
import type { ContractMarket } from './contract-market.ts';
import type {
  ClosingReason,
  ContractClosing,
  ContractNet,
  ContractOrder,
  ContractPosition,
  ContractTrade,
} from './contract-rows.ts';
import { costAtMost, movingRefusal, placingRefusal, type PlaceContract } from './contract-rules.ts';
import { closeByForce, type ForcedMeans } from './forced-closing.ts';

/** A price and a number of lots that a maker offers. */
export type Quote = readonly [priceTicks: number, lots: number];

/** What a batch is worked out with. */
export interface RunMeans {
  readonly journals: ContractJournals;
  readonly at: number;
  readonly nextId: () => number;
  readonly isHouse: (owner: bigint) => boolean;
}

/** Who stands behind a taker in the book. */
type Role =
  | { readonly kind: 'open'; readonly order: number }
  | { readonly kind: 'quote' }
  | { readonly kind: 'close'; readonly position: number; readonly reason: ClosingReason };

const dayMs = 86_400_000;

/**
 * Works out commands of one contract in memory and collects what has to be written for them. Nothing here is true before
 * it is committed; when that fails, the market is rebuilt from the store.
 */
export class ContractRun {
  readonly orders = new Map<number, ContractOrder>();
  readonly positions = new Map<number, ContractPosition>();
  readonly nets = new Map<bigint, ContractNet>();
  readonly closings: ContractClosing[] = [];
  readonly trades: ContractTrade[] = [];
  readonly #market: ContractMarket;
  readonly #means: RunMeans;
  readonly #forced: ForcedMeans;

  constructor(market: ContractMarket, means: RunMeans) {
    this.#market = market;
    this.#means = means;
    this.#forced = {
      market,
      journals: means.journals,
      closeInBook: (...lots) => void this.#closeInBook(...lots),
      closePart: (...part) => this.#closePart(...part),
      moveNet: (...move) => this.#moveNet(...move),
    };
    market.hold();
  }

  /**
   * Places a delegate to open a position.
   *
   * @throws Refusal by the rules of the market, with nothing changed
   */
  place(command: PlaceContract): ContractOrder {
    const { listed } = this.#market;
    const { terms } = listed;
    const refusal = this.#inSession() ? placingRefusal(this.#market, command) : 'pairClosed';
    if (refusal !== null) throw new Refusal(refusal);
    const cost = costAtMost(this.#market, command, terms);
    const needed = initialMargin(cost, command.leverage) + contractFee(cost, terms.openFeePpm);
    if (needed > this.#means.journals.available(command.owner, listed)) throw new Refusal('insufficientWalletBalance');
    const { at } = this.#means;
    const { kind: _kind, ...asked } = command;
    const order: ContractOrder = {
      ...asked,
      id: this.#means.nextId(),
      filledLots: 0,
      reserve: 0n,
      status: 'open',
      createdAt: at,
      updatedAt: at,
    };
    this.orders.set(order.id, order);
    const side = command.side === 'long' ? ('buy' as const) : ('sell' as const);
    const { id, owner, lots } = order;
    const placed: PlaceCommand =
      command.priceTicks === null
        ? { kind: 'market', id, owner, side, lots, budgetUnits: null }
        : { kind: 'limit', id, owner, side, lots, priceTicks: command.priceTicks };
    this.#apply(placed, { kind: 'open', order: id });
    return this.#order(id);
  }

  /** Cancels a resting delegate of the caller's own. @throws Refusal `notFound`, `orderFinished` */
  cancel(owner: bigint, id: number): ContractOrder {
    const order = this.#market.orders.get(id);
    if (order === undefined) throw new Refusal('orderFinished');
    if (order.owner !== owner) throw new Refusal('notFound');
    this.#end(order);
    return this.#order(id);
  }

  /**
   * Closes lots of a position at the market, no further than its bankruptcy price.
   *
   * @returns lots that were closed
   * @throws Refusal `notFound`, `closeAboveRemainingLots`, `minimumCloseOneLot`, `cannotCloseNow` between two sessions and
   *   when nobody takes them
   */
  close(owner: bigint, id: number, lots: number): number {
    const position = this.#market.positions.get(id);
    if (position !== undefined && position.owner !== owner) throw new Refusal('notFound');
    if (lots < 1) throw new Refusal('minimumCloseOneLot');
    if (position === undefined || lots > position.lots) throw new Refusal('closeAboveRemainingLots');
    if (!this.#inSession()) throw new Refusal('cannotCloseNow');
    const closed = this.#closeInBook(position, lots, 'manual', bankruptcyTicks(this.#market.listed.terms, position));
    if (closed === 0) throw new Refusal('cannotCloseNow');
    return closed;
  }

  /** Moves take-profit and stop-loss of a position. @throws Refusal when a price would fire at once, `pairClosed` */
  protect(owner: bigint, id: number, takeProfitTicks: number, stopLossTicks: number): ContractPosition {
    const position = this.#market.positions.get(id);
    if (position === undefined || position.owner !== owner) throw new Refusal('notFound');
    const { mark } = this.#market;
    if (mark === null || !this.#inSession()) throw new Refusal('pairClosed');
    const refusal = movingRefusal(position.side, mark.ticks, takeProfitTicks, stopLossTicks);
    if (refusal !== null) throw new Refusal(refusal);
    return this.#keep({ ...position, takeProfitTicks, stopLossTicks });
  }

  /**
   * Puts a maker's quotes in the place of those it had. They are not stored: after a start they come anew. Between two
   * sessions nothing takes their place.
   */
  quote(owner: bigint, bids: readonly Quote[], asks: readonly Quote[]): void {
    const { book } = this.#market;
    for (const resting of book.restingOrders()) {
      if (resting.owner === owner) book.apply({ kind: 'cancel', id: resting.id }, this.#means.at);
    }
    if (!this.#inSession()) return;
    for (const [side, quotes] of [
      ['buy', bids],
      ['sell', asks],
    ] as const) {
      for (const [priceTicks, lots] of quotes) {
        const id = this.#means.nextId();
        this.#apply({ kind: 'limit', id, owner, side, priceTicks, lots }, { kind: 'quote' });
      }
    }
  }

  /**
   * Takes over an index and does what its mark price asks for: forced closes first, then stop-losses and take-profits.
   * Between two sessions no price decides: the first one after the next opening does.
   *
   * @param indexTicks null when too few sources are alive: then nothing is closed
   */
  markTo(indexTicks: number | null): void {
    if (!this.#inSession()) {
      this.#market.rest(indexTicks);
      return;
    }
    this.#market.setIndex(indexTicks, this.#means.at);
    const { mark } = this.#market;
    if (mark === null) return;
    for (const { id, reason } of this.#market.triggers.crossed(mark.ticks)) {
      const position = this.#market.positions.get(id);
      // One that was reduced for somebody else a moment ago may no longer be there, or no longer be due.
      if (position === undefined) continue;
      if (reason === 'forced') closeByForce(this.#forced, position, mark.ticks);
      else this.#closeInBook(position, position.lots, reason, bankruptcyTicks(this.#market.listed.terms, position));
    }
  }

  /**
   * Takes the overnight fee of a day out of the margin of every position that has not paid it. A night that begins between
   * two sessions costs nothing, then or later.
   */
  overnight(day: number): void {
    const { listed, positions } = this.#market;
    if (!this.#inSession() || !isTradingTime(listed.hours, day * dayMs)) return;
    for (const position of positions.values()) {
      if (position.chargedDay >= day) continue;
      const asked = contractFee(position.cost, listed.terms.overnightFeePpm);
      const fee = asked < position.margin ? asked : position.margin;
      this.#means.journals.overnight(listed, position.owner, fee, position.id);
      this.#keep({
        ...position,
        margin: position.margin - fee,
        overnightFee: position.overnightFee + fee,
        chargedDay: day,
      });
    }
  }

  /** Whether the contract trades at the moment of this batch. */
  #inSession(): boolean {
    return isTradingTime(this.#market.listed.hours, this.#means.at);
  }

  /** Sends a command through the book. @returns lots that were filled of it */
  #apply(command: PlaceCommand, role: Role): number {
    let filled = 0;
    for (const event of this.#market.book.apply(command, this.#means.at)) {
      if (event.kind === 'fill') {
        filled += event.lots;
        this.#fill(event, role);
      } else this.#after(event, role);
    }
    return filled;
  }

  #after(event: Exclude<BookEvent, FillEvent>, role: Role): void {
    if (event.kind === 'rest') {
      if (role.kind === 'open') this.#rest(this.#order(role.order));
      // What a close did not find anybody for does not wait: its position does.
      if (role.kind === 'close') this.#market.book.apply({ kind: 'cancel', id: event.id }, event.atMs);
      return;
    }
    const order = this.orders.get(event.id) ?? this.#market.orders.get(event.id);
    if (order !== undefined) this.#keepOrder({ ...order, status: event.status, updatedAt: event.atMs });
  }

  #rest(order: ContractOrder): void {
    const reserve = this.#reserveOf(order, order.lots - order.filledLots);
    this.#means.journals.reserve(this.#market.listed, order.owner, reserve, order.id);
    this.#keepOrder({ ...order, reserve });
  }

  /** What a limit delegate keeps frozen for lots that rest: margin and fee at its own price. */
  #reserveOf({ priceTicks, leverage }: ContractOrder, lots: number): bigint {
    const { terms } = this.#market.listed;
    const value = contractValue(terms, priceTicks ?? 0, lots);
    return initialMargin(value, leverage) + contractFee(value, terms.openFeePpm);
  }

  #end(order: ContractOrder): void {
    this.#market.book.apply({ kind: 'cancel', id: order.id }, this.#means.at);
    this.#means.journals.reserve(this.#market.listed, order.owner, -order.reserve, order.id);
    this.#keepOrder({ ...order, reserve: 0n, status: 'cancelled', updatedAt: this.#means.at });
  }

  #fill(event: FillEvent, role: Role): void {
    const { at, nextId, isHouse } = this.#means;
    const { priceTicks, lots, takerSide } = event;
    this.trades.push({ id: nextId(), contract: this.#market.listed.id, takerSide, priceTicks, lots, at });
    const makerSide = takerSide === 'buy' ? 'sell' : 'buy';
    if (role.kind === 'close') this.#closePart(role.position, lots, priceTicks, role.reason);
    else if (role.kind === 'open') this.#grow(this.#order(role.order), lots, priceTicks, 'available');
    else this.#moveNet(event.takerOwner, takerSide, lots, priceTicks);
    if (isHouse(event.makerOwner)) this.#moveNet(event.makerOwner, makerSide, lots, priceTicks);
    else this.#grow(this.#order(event.makerId), lots, priceTicks, 'frozen');
  }

  /** A delegate was filled: its position grows by the lots. */
  #grow(order: ContractOrder, lots: number, priceTicks: number, part: 'available' | 'frozen'): void {
    const { listed } = this.#market;
    const { terms } = listed;
    const cost = contractValue(terms, priceTicks, lots);
    const fee = contractFee(cost, terms.openFeePpm);
    const before = this.#market.positions.get(order.id) ?? this.#newPosition(order);
    let reserve = order.reserve;
    let margin = initialMargin(before.cost + cost, order.leverage) - before.margin;
    if (part === 'frozen') {
      // Whatever was frozen for these lots and is not the fee becomes margin, so that nothing is left between.
      reserve = this.#reserveOf(order, order.lots - order.filledLots - lots);
      margin = order.reserve - reserve - fee;
    }
    this.#means.journals.open(listed, order.owner, part, margin, fee, order.id);
    this.#keep({
      ...before,
      lots: before.lots + lots,
      cost: before.cost + cost,
      margin: before.margin + margin,
      openedLots: before.openedLots + lots,
      openedCost: before.openedCost + cost,
      openFee: before.openFee + fee,
    });
    this.#keepOrder({ ...order, filledLots: order.filledLots + lots, reserve, updatedAt: this.#means.at });
  }

  #newPosition(order: ContractOrder): ContractPosition {
    const { at } = this.#means;
    // A delegate filled again after its first lots were closed goes on in the same position.
    const known = this.positions.get(order.id);
    if (known !== undefined) return known;
    return {
      id: order.id,
      owner: order.owner,
      contract: order.contract,
      side: order.side,
      leverage: order.leverage,
      lots: 0,
      cost: 0n,
      margin: 0n,
      takeProfitTicks: order.takeProfitTicks,
      stopLossTicks: order.stopLossTicks,
      openedLots: 0,
      openedCost: 0n,
      openFee: 0n,
      closeFee: 0n,
      overnightFee: 0n,
      realised: 0n,
      chargedDay: Math.floor(at / dayMs),
      openedAt: at,
      updatedAt: at,
    };
  }

  /** Sends lots of a position to the book, no further than a limit and the band of a market delegate. */
  #closeInBook(position: ContractPosition, lots: number, reason: ClosingReason, limitTicks: number): number {
    const { book } = this.#market;
    const side = position.side === 'long' ? ('sell' as const) : ('buy' as const);
    const best = book.bestTicks(side === 'sell' ? 'buy' : 'sell');
    if (best === null) return 0;
    const band = protectionLimitTicks(side, best);
    const priceTicks = side === 'sell' ? Math.max(band, limitTicks, 1) : Math.min(band, limitTicks);
    if (priceTicks < 1) return 0;
    // Where nobody offers enough, the own delegates stay too.
    if (side === 'sell' ? best < priceTicks : best > priceTicks) return 0;
    // Against its own resting delegates a close would stop; they give way.
    for (const own of this.#market.ordersOf(position.owner)) if (own.side === position.side) this.#end(own);
    const id = this.#means.nextId();
    return this.#apply(
      { kind: 'limit', id, owner: position.owner, side, priceTicks, lots },
      { kind: 'close', position: position.id, reason },
    );
  }

  /** Closes lots of a position at a price: margin and profit to its owner, less the fee. */
  #closePart(id: number, lots: number, priceTicks: number, reason: ClosingReason): void {
    const { listed } = this.#market;
    const position = this.#market.positions.get(id);
    if (position === undefined) throw new Error(`position ${id} is closed, and lots of it were sold`);
    const part = partOf(position, lots);
    const profit = profitAt(listed.terms, { ...part, side: position.side }, priceTicks);
    const left = part.margin + profit;
    const asked = contractFee(contractValue(listed.terms, priceTicks, lots), listed.terms.closeFeePpm);
    // A forced close takes no fee: what it leaves is the insurance fund's, and what is missing comes from there.
    const fee = reason === 'forced' || left <= 0n ? 0n : asked < left ? asked : left;
    const insurance = reason === 'forced' || left < 0n ? left : 0n;
    this.#means.journals.close(listed, position.owner, { margin: part.margin, profit, fee, insurance }, id);
    this.closings.push({
      id: this.#means.nextId(),
      position: id,
      owner: position.owner,
      contract: listed.id,
      side: position.side,
      lots,
      cost: part.cost,
      priceTicks,
      profit,
      fee,
      insurance,
      reason,
      at: this.#means.at,
    });
    this.#keep({
      ...without(position, part),
      realised: position.realised + profit,
      closeFee: position.closeFee + fee,
    });
  }

  /** A maker bought or sold: its one sum moves, and what was closed of it is settled. */
  #moveNet(owner: bigint, side: 'buy' | 'sell', lots: number, priceTicks: number): void {
    const { listed, nets } = this.#market;
    const { terms } = listed;
    const into: PositionSide = side === 'buy' ? 'long' : 'short';
    const empty: ContractNet = { owner, contract: listed.id, side: into, lots: 0, cost: 0n };
    const held = nets.get(owner) ?? empty;
    let net = held.lots === 0 ? empty : held;
    let opening = lots;
    if (net.side !== into) {
      const closing = Math.min(lots, net.lots);
      const cost = closing === net.lots ? net.cost : (net.cost * BigInt(closing)) / BigInt(net.lots);
      const profit = profitAt(terms, { side: net.side, lots: closing, cost }, priceTicks);
      this.#means.journals.settleMaker(listed, owner, profit);
      net = { ...net, lots: net.lots - closing, cost: net.cost - cost };
      opening -= closing;
      if (net.lots === 0) net = empty;
    }
    if (opening > 0) {
      net = { ...net, lots: net.lots + opening, cost: net.cost + contractValue(terms, priceTicks, opening) };
    }
    nets.set(owner, net);
    this.nets.set(owner, net);
  }

  #keep(position: ContractPosition): ContractPosition {
    const kept = { ...position, updatedAt: this.#means.at };
    this.positions.set(kept.id, kept);
    this.#market.put(kept);
    return kept;
  }

  #keepOrder(order: ContractOrder): void {
    this.orders.set(order.id, order);
    this.#market.putOrder(order, order.status === 'open' && order.reserve > 0n);
  }

  #order(id: number): ContractOrder {
    const order = this.orders.get(id) ?? this.#market.orders.get(id);
    if (order === undefined) throw new Error(`the book names delegate ${id}, which nobody knows`);
    return order;
  }
}
