import { MarketPoisoned } from '#server/core/commit/commit-area.ts';
import type { Lots, Ms, OrderId, Ppm, Units } from '#protocol/core/brand.ts';
import type { RequestKey } from './order-lookups.ts';
import type { OrderChanges, PlacedOrder } from './order-writes.ts';
import { lotsValue } from '#protocol/contracts/maths/orders.ts';
import { feeOn } from '#protocol/core/fees.ts';
import { openOrdersPerPairMax } from '#protocol/core/limits.ts';
import type { BookEvent, FillEvent, PlaceCommand, PlaceLimit, Side } from '../engine/book.ts';
import type { CrossEvent } from '../engine/call-auction.ts';
import { baseUnitsOf } from '../engine/market-terms.ts';
import { placingRefusal, requiredFunds } from '../engine/placing-rules.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import type { BatchFunds } from './funds.ts';
import { isHouse } from '#server/core/ledger/account.ts';
import { type HoldsOf, sumOf } from '#server/core/outflow/held-value.ts';
import type { FillSide } from './auction/fill-side.ts';
import { heldCommand, type Spending } from './fair-price.ts';
import { SpotJournals } from './journals.ts';
import { commandOf, type PlaceRequest } from './placement.ts';
import type { CancelRequest, UncrossRequest } from './spot.ts';
import type { SpotMarket } from './market.ts';
import type { SpotOrder, StoredTrade } from './order.ts';

/** Context of a batch. */
interface RunDeps {
  readonly funds: BatchFunds;
  readonly at: Ms;
  readonly nextId: () => number;
  readonly market: (pair: string) => SpotMarket | undefined;
  /** Finds the market in which an order is open. */
  readonly marketOf: (orderId: OrderId) => SpotMarket | undefined;
  /** Whether nothing of a market moves now: halted, or stopped by the audit. */
  readonly isHeld: (market: SpotMarket) => boolean;
  /** Finished orders named by cancels of this batch. */
  readonly finished: ReadonlyMap<number, SpotOrder>;
  /** Holds of the value of those whose orders name a fair price; absent for none. */
  readonly held?: HoldsOf;
}

/**
 * Executes one batch in memory: updates the books, and collects what has to be written. Nothing is final before the
 * commit; if that fails, the touched markets are rebuilt from the store.
 */
export class SpotRun {
  readonly journals: SpotJournals;
  readonly trades: StoredTrade[] = [];
  /** Every order the batch placed or changed, in its current state. */
  readonly orders = new Map<number, SpotOrder>();
  /** Orders placed by the batch, with their idempotency keys. */
  readonly placed = new Map<number, RequestKey | null>();
  readonly touched = new Set<SpotMarket>();
  private readonly deps: RunDeps;

  constructor(deps: RunDeps) {
    this.deps = deps;
    this.journals = new SpotJournals(deps.funds, deps.at);
  }

  /**
   * Places an order.
   *
   * @param key stored with the order: a retry with it gets this order
   * @returns the order after it was matched
   * @throws Refusal when it is rejected, with nothing changed
   * @throws MarketPoisoned when the book breaks
   */
  place(request: PlaceRequest, key: RequestKey | null = null): SpotOrder {
    const market = this.deps.market(request.pair);
    if (market === undefined) throw new Refusal('notFound');
    const phase = this.deps.isHeld(market) ? 'closed' : market.phaseAt(this.deps.at);
    if (phase !== 'trading' && phase !== 'call') throw new Refusal('pairClosed');
    if (market.hasPaused()) this.withdrawHouse(market);
    const { terms, book } = market;
    const command = commandOf(terms, request, this.deps.nextId());
    // A call auction has no price yet that anything could be bought or sold at.
    if (phase === 'call' && command.kind !== 'limit') throw new Refusal('pairClosed');
    const house = isHouse(request.owner);
    // The makers move the market to its price, so no last price limits them.
    const refusal = placingRefusal(terms, book, command, house ? null : book.lastTicks);
    if (refusal !== null) throw new Refusal(refusal);
    if (!house && command.kind === 'limit' && market.openCount(request.owner) >= openOrdersPerPairMax) {
      throw new Refusal('quantityOutOfRange', { openOrdersMax: openOrdersPerPairMax });
    }
    const { spends } = market.assetsOf(command.side);
    const left = this.deps.funds.of(request.owner, spends) - requiredFunds(terms, book, command);
    if (left < 0n) throw new Refusal('insufficientWalletBalance');
    const taken = this.heldTo(market, request, command, { asset: spends, left });
    return this.guarded(market, () => {
      this.placed.set(taken.id, key);
      return this.enter(market, request, taken, phase);
    });
  }

  /** The command as a hold of its owner's value lets it trade. @throws Refusal `withdrawalHold` */
  private heldTo(market: SpotMarket, request: PlaceRequest, command: PlaceCommand, spending: Spending): PlaceCommand {
    if (request.fair === undefined) return command;
    const holds = this.deps.held?.get(request.owner) ?? [];
    const held = sumOf(holds.filter(({ until }) => until > this.deps.at));
    return held === null ? command : heldCommand(market, command, request.fair, held, spending);
  }

  /**
   * Cancels an open order of the caller's own.
   *
   * @throws Refusal `notFound` for an unknown order or another user's, `orderFinished` for one that ended,
   *   `cannotCancel` while its market is stopped, or its auction is being uncrossed
   * @throws MarketPoisoned when the book breaks
   */
  cancel(request: CancelRequest): SpotOrder {
    const market = this.deps.marketOf(request.id);
    const order = market?.open.get(request.id) ?? this.orders.get(request.id) ?? this.deps.finished.get(request.id);
    if (order === undefined || order.owner !== request.owner) throw new Refusal('notFound');
    if (market === undefined || order.status !== 'open') throw new Refusal('orderFinished');
    if (this.deps.isHeld(market) || market.phaseAt(this.deps.at) === 'opening') throw new Refusal('cannotCancel');
    return this.guarded(market, () => {
      this.apply(market, market.book.apply({ kind: 'cancel', id: request.id }, this.deps.at));
      return this.current(market, request.id);
    });
  }

  /**
   * Uncrosses a portion of what a call auction collected; nothing when its pair is not opening or all is done.
   *
   * @throws Refusal `pairClosed` while the market is stopped
   * @throws MarketPoisoned when the book breaks
   */
  uncross({ pair, most }: UncrossRequest): void {
    const market = this.deps.market(pair);
    if (market === undefined || this.deps.isHeld(market)) throw new Refusal('pairClosed');
    if (!market.isUncrossing) return;
    this.guarded(market, () => {
      for (const event of market.book.uncross(market.referenceTicks, most, this.deps.at)) {
        if (event.kind === 'cross') this.cross(market, event);
        else this.apply(market, [event]);
      }
    });
  }

  /** A stored order with the changes of the batch so far. */
  orderNow(stored: SpotOrder): SpotOrder {
    return this.orders.get(stored.id) ?? stored;
  }

  /** The changes of the batch to the orders table. */
  rows(): OrderChanges {
    const placed: PlacedOrder[] = [];
    const changed: SpotOrder[] = [];
    const forgotten: SpotOrder[] = [];
    for (const order of this.orders.values()) {
      const key = this.placed.get(order.id);
      if (isForgettable(order)) {
        // An order placed in this batch has no row yet.
        if (key === undefined) forgotten.push(order);
      } else if (key === undefined) changed.push(order);
      else placed.push({ order, key });
    }
    return { placed, changed, forgotten };
  }

  /** After a pause the house's orders are at outdated prices and must not be matched. The makers quote again. */
  private withdrawHouse(market: SpotMarket): void {
    this.guarded(market, () => {
      for (const { id } of market.accountForPause()) {
        this.apply(market, market.book.apply({ kind: 'cancel', id }, this.deps.at));
      }
    });
  }

  private guarded<Result>(market: SpotMarket, work: () => Result): Result {
    this.touched.add(market);
    market.hold();
    try {
      return work();
    } catch (error) {
      throw new MarketPoisoned(market.terms.pair, error, () => {
        market.halted = error instanceof Error ? error.message : String(error);
      });
    }
  }

  private enter(
    market: SpotMarket,
    { pair, type }: PlaceRequest,
    command: PlaceCommand,
    phase: 'trading' | 'call',
  ): SpotOrder {
    const { terms } = market;
    const { at } = this.deps;
    const limit = command.kind === 'limit';
    this.orders.set(command.id, {
      id: command.id,
      owner: command.owner,
      pair,
      side: command.side,
      type,
      price: limit ? BigInt(command.priceTicks) * terms.tickUnits : null,
      amount: command.lots === null ? null : baseUnitsOf(terms, command.lots),
      total: limit ? null : command.budgetUnits,
      filled: 0n,
      filledTotal: 0n,
      fee: 0n,
      status: 'open',
      closeReason: null,
      createdAt: at,
      updatedAt: at,
      lastTrade: 0,
    });
    if (phase === 'trading' || !isLimit(command)) this.apply(market, market.book.apply(command, at));
    else this.apply(market, [this.collect(market, command)]);
    return this.current(market, command.id);
  }

  /** Nobody trades with oneself in an auction either: an order that would is not taken. */
  private collect(market: SpotMarket, command: PlaceLimit): BookEvent {
    const { at } = this.deps;
    if (!market.meetsOwn(command)) return market.book.collect(command, at);
    const { id, lots } = command;
    return { kind: 'close', atMs: at, id, status: 'cancelled', reason: 'self-trade', lots };
  }

  private apply(market: SpotMarket, events: readonly BookEvent[]): void {
    for (const event of events) {
      if (event.kind === 'fill') {
        this.fill(market, event);
        continue;
      }
      const order = this.current(market, event.id);
      if (event.kind === 'rest') {
        const frozen = market.frozenBehind(order.side, event.priceTicks, event.lots);
        this.journals.freeze(order.owner, market.assetsOf(order.side).spends, frozen, order.id);
        market.add(order);
        continue;
      }
      const resting = market.open.get(event.id);
      if (resting !== undefined) this.release(market, resting, event.lots);
      const ended = { ...order, status: event.status, closeReason: event.reason, updatedAt: this.deps.at };
      this.orders.set(order.id, ended);
      market.remove(order);
    }
  }

  private release(market: SpotMarket, order: SpotOrder, lots: Lots): void {
    if (lots === 0 || order.price === null) return;
    const priceTicks = Number(order.price / market.terms.tickUnits);
    const frozen = market.frozenBehind(order.side, priceTicks, lots);
    this.journals.freeze(order.owner, market.assetsOf(order.side).spends, -frozen, order.id);
  }

  private fill(market: SpotMarket, event: FillEvent): void {
    const { terms } = market;
    const taking = {
      id: event.takerId,
      owner: event.takerOwner,
      part: 'available',
      feePpm: terms.takerFeePpm,
    } as const;
    const resting = { id: event.makerId, owner: event.makerOwner, part: 'frozen', feePpm: terms.makerFeePpm } as const;
    const [buyer, seller] = event.takerSide === 'buy' ? [taking, resting] : [resting, taking];
    this.trade(market, event.takerSide, { priceTicks: event.priceTicks, lots: event.lots }, buyer, seller);
  }

  /** A trade of an auction: both orders rested, so both pay the maker's fee; the later one gives the trade its side. */
  private cross(market: SpotMarket, event: CrossEvent): void {
    const { terms } = market;
    const side = { part: 'frozen', feePpm: terms.makerFeePpm } as const;
    const buyer = { id: event.buyId, owner: event.buyOwner, ...side };
    const seller = { id: event.sellId, owner: event.sellOwner, ...side };
    this.trade(market, event.buyId > event.sellId ? 'buy' : 'sell', event, buyer, seller);
    const saved = lotsValue(terms, event.bidTicks, event.lots) - lotsValue(terms, event.priceTicks, event.lots);
    if (saved > 0n) this.journals.freeze(buyer.owner, terms.quote, -saved, buyer.id);
  }

  private trade(
    market: SpotMarket,
    side: Side,
    { priceTicks, lots }: Pick<FillEvent, 'priceTicks' | 'lots'>,
    buyer: TradingSide,
    seller: TradingSide,
  ): void {
    const { terms } = market;
    const amount = baseUnitsOf(terms, lots);
    const total = lotsValue(terms, priceTicks, lots);
    const buyerFee = isHouse(buyer.owner) ? 0n : feeOn(amount, buyer.feePpm);
    const sellerFee = isHouse(seller.owner) ? 0n : feeOn(total, seller.feePpm);
    const trade: StoredTrade = {
      id: this.deps.nextId(),
      pair: terms.pair,
      side,
      price: BigInt(priceTicks) * terms.tickUnits,
      amount,
      total,
      buyOrder: buyer.id,
      sellOrder: seller.id,
      buyer: buyer.owner,
      seller: seller.owner,
      buyerFee,
      sellerFee,
      at: this.deps.at,
      buyBefore: this.current(market, buyer.id).lastTrade ?? null,
      sellBefore: this.current(market, seller.id).lastTrade ?? null,
    };
    this.trades.push(trade);
    this.journals.trade(trade, terms.base, terms.quote, buyer, seller);
    this.addFill(market, buyer.id, trade, buyerFee);
    this.addFill(market, seller.id, trade, sellerFee);
  }

  private addFill(market: SpotMarket, id: number, { id: lastTrade, amount, total }: StoredTrade, fee: Units): void {
    const order = this.current(market, id);
    const filled: SpotOrder = {
      ...order,
      filled: order.filled + amount,
      filledTotal: order.filledTotal + total,
      fee: order.fee + fee,
      updatedAt: this.deps.at,
      lastTrade,
    };
    this.orders.set(id, filled);
    if (market.open.has(id)) market.replace(filled);
  }

  private current(market: SpotMarket, id: number): SpotOrder {
    const order = this.orders.get(id) ?? market.open.get(id);
    if (order === undefined) throw new Error(`the book names unknown order ${id}`);
    return order;
  }
}

/** One side of a trade with the fee it pays. */
interface TradingSide extends FillSide {
  readonly id: OrderId;
  readonly feePpm: Ppm;
}

const isLimit = (command: PlaceCommand): command is PlaceLimit => command.kind === 'limit';

function isForgettable(order: SpotOrder): boolean {
  return isHouse(order.owner) && order.status === 'cancelled' && order.filled === 0n;
}
