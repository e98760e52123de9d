import type { Lots, Ms, OwnerId, PositionId, Ticks } from '#protocol/core/brand.ts';
import type { ContractOrder, StoredTrade } from './order.ts';
import {
  nothingGathered,
  type ClosingReason,
  type ContractClosing,
  type NetPosition,
  type ContractPosition,
  positionIdOf,
} from './position.ts';
import { dayMs } from '#protocol/core/durations.ts';
import { partOf, type PositionSide, profitAt } from '#protocol/contracts/maths/positions.ts';
import { initialMargin, openingNeeds } from '#protocol/contracts/maths/margin.ts';
import { lotsValue } from '#protocol/contracts/maths/orders.ts';
import { feeOn } from '#protocol/core/fees.ts';
import { feeShare } from '#protocol/contracts/maths/results.ts';
import { without } from '../engine/position.ts';
import type { ContractJournals } from './journals.ts';
import type { ContractMarket } from './market.ts';

/** A margin warning of this batch. */
interface MarginWarning {
  readonly position: PositionId;
  readonly markTicks: Ticks;
}

/** Context for computing changes. */
export interface ChangeDeps {
  readonly journals: ContractJournals;
  /** The time of the batch, which applies to everything in it. */
  readonly at: Ms;
  readonly nextId: () => number;
}

/**
 * Applies a batch to orders, positions and makers of one contract, and collects its journals: it does not know the
 * book, only its decisions. Memory is updated at once; what has to be written is collected.
 */
export class ContractChanges {
  readonly orders = new Map<number, ContractOrder>();
  readonly positions = new Map<number, ContractPosition>();
  readonly netPositions = new Map<bigint, NetPosition>();
  /**
   * Positions that the batch did not change but whose liquidation price moved, because their owner's side changed tier.
   */
  readonly #retiered = new Set<number>();
  readonly closings: ContractClosing[] = [];
  readonly trades: StoredTrade[] = [];
  readonly warnings: MarginWarning[] = [];
  readonly #market: ContractMarket;
  readonly #deps: ChangeDeps;

  constructor(market: ContractMarket, deps: ChangeDeps) {
    this.#market = market;
    this.#deps = deps;
  }

  /** An order that is about to reach the book. */
  begin(asked: Omit<ContractOrder, 'id' | 'filledLots' | 'reserve' | 'status' | 'createdAt' | 'updatedAt'>): number {
    const { at, nextId } = this.#deps;
    const id = nextId();
    this.orders.set(id, { ...asked, id, filledLots: 0, reserve: 0n, status: 'open', createdAt: at, updatedAt: at });
    return id;
  }

  /** The current state of an order. @throws Error when it is unknown */
  order(id: number): ContractOrder {
    const order = this.find(id);
    if (order === null) throw new Error(`the book names unknown order ${id}`);
    return order;
  }

  /** Positions that appear changed after the batch. */
  shownPositions(): ContractPosition[] {
    const retiered = [...this.#retiered].flatMap((id) =>
      this.positions.has(id) ? [] : (this.#market.positions.get(id) ?? []),
    );
    return [...this.positions.values(), ...retiered];
  }

  /** An order of this batch, or a resting one; null for a quote or a close. */
  find(id: number): ContractOrder | null {
    return this.orders.get(id) ?? this.#market.orders.get(id) ?? null;
  }

  /** The rest of an order rests in the book: its margin and fee are frozen. */
  rest(id: number): void {
    const order = this.order(id);
    const reserve = this.#reserveOf(order, order.lots - order.filledLots);
    this.#deps.journals.reserve(this.#market.listed, order.owner, reserve, order.id);
    this.#keepOrder({ ...order, reserve });
  }

  /** A resting order is cancelled: what was frozen for it is released. */
  cancel(order: ContractOrder): void {
    this.#deps.journals.reserve(this.#market.listed, order.owner, 0n - order.reserve, order.id);
    this.#keepOrder({ ...order, reserve: 0n, status: 'cancelled' });
  }

  /** The book is done with an order. */
  finish(order: ContractOrder, status: ContractOrder['status']): void {
    this.#keepOrder({ ...order, status });
  }

  /** A fill. */
  trade(fill: Omit<StoredTrade, 'id' | 'contract' | 'at'>): void {
    const { at, nextId } = this.#deps;
    this.#market.traded(fill.lots, fill.priceTicks, at);
    this.trades.push({ ...fill, id: nextId(), contract: this.#market.listed.id, at });
  }

  /**
   * An order was filled: its position grows by the lots.
   *
   * @param part what it is paid from: `frozen` for one that rested
   */
  grow(id: number, lots: Lots, priceTicks: Ticks, part: 'available' | 'frozen'): void {
    const order = this.order(id);
    const { listed } = this.#market;
    const { terms } = listed;
    const cost = lotsValue(terms, priceTicks, lots);
    const fee = feeOn(cost, terms.openFeePpm);
    const before = this.#market.positions.get(order.id) ?? this.#newPosition(order);
    let reserve = order.reserve;
    let margin = initialMargin(before.cost + cost, order.leverage) - before.margin;
    if (part === 'frozen') {
      // Everything frozen for these lots except the fee becomes margin, so that nothing is left over.
      reserve = this.#reserveOf(order, order.lots - order.filledLots - lots);
      margin = order.reserve - reserve - fee;
    }
    this.#deps.journals.open(listed, order.owner, part, margin, fee, before.id);
    this.#keep({
      ...before,
      lots: before.lots + lots,
      cost: before.cost + cost,
      margin: before.margin + margin,
      openedLots: before.openedLots + lots,
      openedCost: before.openedCost + cost,
      openFee: before.openFee + fee,
    });
    this.#keepOrder({ ...order, filledLots: order.filledLots + lots, reserve });
  }

  /**
   * Closes lots of a position at a price: margin and profit go to its owner, less the fee.
   *
   * @throws Error when there is no such position
   */
  closePart(id: number, lots: Lots, priceTicks: Ticks, reason: ClosingReason): void {
    const { listed } = this.#market;
    const position = this.#market.positions.get(id);
    if (position === undefined) throw new Error(`position ${id} is closed, and lots of it were sold`);
    const part = partOf(position, lots);
    const profit = profitAt(listed.terms, { ...part, side: position.side }, priceTicks);
    const left = part.margin + profit;
    const asked = feeOn(lotsValue(listed.terms, priceTicks, lots), listed.terms.closeFeePpm);
    // A liquidation takes no fee: its surplus goes to the insurance fund, which also covers its loss.
    const fee = reason === 'forced' || left <= 0n ? 0n : asked < left ? asked : left;
    const insurance = reason === 'forced' || left < 0n ? left : 0n;
    this.#deps.journals.close(listed, position.owner, { margin: part.margin, profit, fee, insurance }, id);
    if (insurance < 0n) this.#market.fundUses.add({ at: this.#deps.at, amount: -insurance });
    const openFee = feeShare(position.openFee - position.openFeeClosed, lots, position.lots);
    const overnightFee = feeShare(position.overnightFee - position.overnightFeeClosed, lots, position.lots);
    this.closings.push({
      id: this.#deps.nextId(),
      position: id,
      owner: position.owner,
      contract: listed.id,
      side: position.side,
      lots,
      cost: part.cost,
      priceTicks,
      profit,
      fee,
      openFee,
      overnightFee,
      insurance,
      reason,
      at: this.#deps.at,
    });
    this.#keep({
      ...without(position, part),
      // Who is notified of a liquidated part needs no warning of the rest at once.
      ...(reason === 'forced' ? { warned: true, warnedAt: this.#deps.at } : {}),
      realised: position.realised + profit,
      closeFee: position.closeFee + fee,
      openFeeClosed: position.openFeeClosed + openFee,
      overnightFeeClosed: position.overnightFeeClosed + overnightFee,
      insurance: position.insurance + insurance,
    });
  }

  /** Changes take-profit and stop-loss of a position. */
  protect(position: ContractPosition, takeProfitTicks: Ticks, stopLossTicks: Ticks): ContractPosition {
    return this.#keep({ ...position, takeProfitTicks, stopLossTicks });
  }

  /** Takes a day's overnight fee out of the margin of a position, as far as it lasts. */
  chargeNight(position: ContractPosition, day: number): void {
    const { listed } = this.#market;
    const asked = feeOn(position.cost, listed.terms.overnightFeePpm);
    const fee = asked < position.margin ? asked : position.margin;
    this.#deps.journals.overnight(listed, position.owner, fee, position.id);
    this.#keep({
      ...position,
      margin: position.margin - fee,
      overnightFee: position.overnightFee + fee,
      chargedDay: day,
    });
  }

  /** A position came close to its liquidation: its owner is warned, once until its margin is safe again. */
  warn(position: ContractPosition, markTicks: Ticks): void {
    this.warnings.push({ position: position.id, markTicks });
    this.#keep({ ...position, warned: true, warnedAt: this.#deps.at });
  }

  /** The margin of a position is safe again: the next crossing warns again. */
  endWarning(position: ContractPosition): void {
    this.#keep({ ...position, warned: false });
  }

  /** The contract that was changed. */
  get market(): ContractMarket {
    return this.#market;
  }

  /** The time of the batch. */
  get at(): Ms {
    return this.#deps.at;
  }

  /** A maker traded: its net position changes, and the closed part is settled. */
  changeNetPosition(owner: OwnerId, side: 'buy' | 'sell', lots: Lots, priceTicks: Ticks): void {
    const { listed, netPositions } = this.#market;
    const { terms } = listed;
    const into: PositionSide = side === 'buy' ? 'long' : 'short';
    const empty: NetPosition = { owner, contract: listed.id, side: into, lots: 0, cost: 0n };
    const held = netPositions.get(owner) ?? empty;
    let net = held.lots === 0 ? empty : held;
    let opening = lots;
    if (net.side !== into) {
      const closing = Math.min(lots, net.lots);
      const cost = closing === net.lots ? net.cost : (net.cost * BigInt(closing)) / BigInt(net.lots);
      const profit = profitAt(terms, { side: net.side, lots: closing, cost }, priceTicks);
      this.#deps.journals.settleMaker(listed, owner, profit);
      net = { ...net, lots: net.lots - closing, cost: net.cost - cost };
      opening -= closing;
      if (net.lots === 0) net = empty;
    }
    if (opening > 0) {
      net = { ...net, lots: net.lots + opening, cost: net.cost + lotsValue(terms, priceTicks, opening) };
    }
    netPositions.set(owner, net);
    this.netPositions.set(owner, net);
  }

  /** What a limit order holds frozen for resting lots: margin and fee at its own price. */
  #reserveOf({ priceTicks, leverage }: ContractOrder, lots: Lots): bigint {
    const { terms } = this.#market.listed;
    const value = lotsValue(terms, priceTicks ?? 0, lots);
    return openingNeeds(terms, value, leverage);
  }

  #newPosition(order: ContractOrder): ContractPosition {
    const { at } = this.#deps;
    // An order filled again after its first lots were closed continues the same position.
    const known = this.positions.get(order.id);
    if (known !== undefined) return known;
    return {
      id: positionIdOf(order.id),
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
      ...nothingGathered,
      chargedDay: Math.floor(at / dayMs),
      openedAt: at,
      updatedAt: at,
    };
  }

  #keep(position: ContractPosition): ContractPosition {
    const kept = { ...position, updatedAt: this.#deps.at };
    this.positions.set(kept.id, kept);
    for (const { id } of this.#market.put(kept)) this.#retiered.add(id);
    return kept;
  }

  #keepOrder(order: ContractOrder): void {
    const kept = { ...order, updatedAt: this.#deps.at };
    this.orders.set(kept.id, kept);
    this.#market.putOrder(kept, kept.status === 'open' && kept.reserve > 0n);
  }
}
