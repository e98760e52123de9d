import { strategyOf } from '#protocol/robots/maths/strategies.ts';
import type { Ms, Ticks } from '#protocol/core/brand.ts';
import type { RobotContext, RobotEvent, RobotMarket, RobotStep, Strategy } from '#protocol/robots/maths/strategy.ts';
import type { RobotParameters } from '#protocol/robots/entities/parameters.ts';
import type { Units } from '#protocol/core/brand.ts';
import type { ContractFill, ContractProgress } from '../contracts/accounting.ts';
import type { SpotOrder } from '#server/markets/spot/order.ts';
import { hasPairEnded } from '../delisting.ts';
import { bookOf, coinOf, coinsOf, withBook } from '../robot-coins.ts';
import type { RobotOrderRow, RobotRow } from '../tables.ts';
import { accountFill, type Fill, fillEvent, perOneOf, type Progress, progressOf } from '../rules.ts';
import { marketOf } from '../terms.ts';

/** Orders of one robot that are worked on; beyond that its strategy is broken. */
const ordersMax = 200;

/** A trade of a robot, with its order’s number and pair. */
type RobotFill = (Fill | ContractFill) & { readonly ref: number; readonly pair: string };

/** A robot under its lock, as a step changes it: nothing is written here. */
export class Work {
  row: RobotRow;
  /** The market of its first coin. */
  readonly market: RobotMarket;
  readonly fills: RobotFill[] = [];
  /** Margin behind its positions on a contract, which is none of what its strategy may spend. */
  margin: Units = 0n;
  /** Positions of a contract that this step found reduced for the liquidation of another user. */
  deleveraged = 0;
  /** Whether an order at the market ended and nobody had taken any of it: what it was for is asked for again. */
  foundNobody = false;
  /** Pairs of which a slice of the sale at its end sold nothing. */
  readonly soldNothing = new Set<string>();
  readonly #now: Ms;
  readonly #strategy: Strategy<RobotParameters, unknown>;
  readonly #orders: Map<number, RobotOrderRow>;
  readonly #stored: ReadonlySet<number>;
  readonly #changed = new Set<number>();
  readonly #ended = new Set<number>();

  constructor(row: RobotRow, market: RobotMarket, orders: readonly RobotOrderRow[], now: Ms) {
    this.row = row;
    this.market = market;
    this.#now = now;
    this.#strategy = strategyOf(row.parameters);
    this.#orders = new Map(orders.map((order) => [order.ref, order]));
    this.#stored = new Set(this.#orders.keys());
  }

  /** Orders that are wanted or in the book, in the order they were wanted; on a contract also those whose position is open. */
  get orders(): RobotOrderRow[] {
    return [...this.#orders.values()];
  }

  /** Those that are wanted or in the book. */
  get resting(): RobotOrderRow[] {
    return this.orders.filter(({ rests }) => rests);
  }

  /** Whether its strategy decides now, and not only hears what became of its orders. */
  get isActing(): boolean {
    return this.row.state === 'running' && this.row.begin === null;
  }

  set(change: Partial<RobotRow>): void {
    this.row = { ...this.row, ...change };
  }

  /** What is to be written of its orders. */
  changes() {
    const wanted = this.orders.filter(({ ref }) => !this.#stored.has(ref));
    const changed = this.orders.filter(({ ref }) => this.#stored.has(ref) && this.#changed.has(ref));
    return { wanted, changed, ended: [...this.#ended].filter((ref) => this.#stored.has(ref)) };
  }

  /** Accounts for what an order in the book shows beyond what was accounted for, and tells its strategy. */
  account({ ref }: Pick<RobotOrderRow, 'ref'>, placed: SpotOrder): void {
    // As an earlier fill of this step may have left it: on its way out of the book.
    const order = this.#orders.get(ref);
    if (order === undefined) return;
    const progress = progressOf(order, placed);
    const done = placed.status !== 'open';
    const { filled, filledTotal, fee } = placed;
    this.#put({ ...order, order: placed.id, filled, filledTotal, fee });
    if (progress.filled > 0n) {
      const coin = coinOf(this.row, order.pair);
      const { book, fill } = accountFill(bookOf(this.row, coin), order.side, progress, perOneOf(marketOf(order.pair)));
      this.row = withBook(this.row, coin, book);
      this.fills.push({ ...fill, ref: order.ref, pair: order.pair });
    }
    if (done) this.#end(order, placed);
    if (progress.filled > 0n || done) this.#tellOfFill(order, progress, done);
  }

  /** Takes over what a contract shows of an order and of its position. Its strategy hears of it by `tell`. */
  take({ own, isOver, fills, realized, fees, pairs, liquidated, isDeleveraged }: ContractProgress): void {
    const { row } = this;
    if (isOver) this.#remove(own.ref);
    else this.#put({ ...own, leaving: this.#orders.get(own.ref)?.leaving ?? own.leaving });
    this.row = {
      ...row,
      quoteHeld: row.quoteHeld + realized - fees,
      realized: row.realized + realized,
      fees: row.fees + fees,
      net: row.net + realized - fees,
      trades: row.trades + fills.length,
      pairs: row.pairs + pairs,
      liquidated: row.liquidated + liquidated,
    };
    if (isDeleveraged) this.deleveraged += 1;
    this.fills.push(...fills.map((fill) => ({ ...fill, ref: own.ref, pair: own.pair })));
  }

  /** Lets its strategy hear of an order of its own, by the number it knows it under. */
  tell({ purpose, ref }: Pick<RobotOrderRow, 'purpose' | 'ref'>, event: (own: number) => RobotEvent): void {
    // Orders of parameters that were changed since mean nothing to the strategy, and slices are none of its own.
    const isOfStrategy = purpose === 'strategy' && ref > this.row.refBase;
    if (!isOfStrategy || this.row.begin === 'start' || this.row.memory === null) return;
    this.hear(event(ref - this.row.refBase));
  }

  /** An order that never came into the book, and never will. */
  drop({ ref }: Pick<RobotOrderRow, 'ref'>): void {
    const order = this.#orders.get(ref);
    if (order === undefined) return;
    const nothing = { filled: 0n, filledTotal: 0n, fee: 0n };
    this.#remove(order.ref);
    this.#tellOfFill(order, nothing, true);
  }

  /** Takes the orders of its strategy out of the book, and with them slices of a sale on pairs that have ended. */
  leave(): void {
    for (const order of this.resting) {
      const leaves = order.purpose === 'strategy' || hasPairEnded(order.pair, this.#now);
      if (leaves && !order.leaving) this.#put({ ...order, leaving: true });
    }
  }

  /** Lets its strategy decide on an event. */
  hear(event: RobotEvent): void {
    this.#take(this.#strategy.on(this.row.parameters, this.row.memory, event, this.#context()));
  }

  /** Starts its strategy, or lets it go on after a pause. @param prices of its coins in their order */
  begin([ticks = 0, ...others]: readonly Ticks[]): void {
    const { begin } = this.row;
    this.set({ begin: null });
    if (begin === 'resume' && this.row.memory !== null) {
      this.hear({ kind: 'resume', ticks, others });
      return;
    }
    this.set({ refBase: this.row.lastRef });
    this.#take(this.#strategy.start(this.row.parameters, this.#context(), ticks, others));
  }

  /** Wants a slice of one of its coins sold at the market. */
  sell(pair: string, lots: number): void {
    const isNoOpening = { leverage: null, closesAt: null } as const;
    this.#want({ purpose: 'sale', ref: this.row.lastRef + 1, pair, side: 'sell', ticks: null, lots, ...isNoOpening });
  }

  #context(): RobotContext {
    const { market, row } = this;
    const holdings = { quote: row.quoteHeld - this.margin, base: row.baseHeld };
    if (row.others.length === 0) return { market, holdings, now: this.#now };
    const coins = coinsOf(row);
    const markets = coins.map(({ pair }) => marketOf(pair));
    return { market, markets, holdings: { ...holdings, coins: coins.map(({ held }) => held) }, now: this.#now };
  }

  #tellOfFill(order: RobotOrderRow, progress: Progress, done: boolean): void {
    const coin = coinOf(this.row, order.pair);
    this.tell(order, (ref) => fillEvent(this.#marketOf(order.pair), order, { ref, coin }, progress, done));
  }

  /** The market of one of its coins. */
  #marketOf(pair: string): RobotMarket {
    return pair === this.row.pair ? this.market : marketOf(pair);
  }

  #take({ state, cancels, orders, watch }: RobotStep<unknown>): void {
    const { refBase } = this.row;
    this.set({ memory: state ?? null, watchBelow: watch.below, watchAbove: watch.above });
    if (!this.isActing) return;
    for (const ref of cancels) {
      const order = this.#orders.get(ref + refBase);
      if (order !== undefined && !order.leaving) this.#put({ ...order, leaving: true });
    }
    for (const { ref, coin = 0, side, ticks, lots, opens } of orders) {
      if (ref + refBase <= this.row.lastRef) throw new Error(`robot ${this.row.id} numbered two orders ${ref}`);
      const pair = coinsOf(this.row)[coin]?.pair;
      if (pair === undefined) throw new Error(`robot ${this.row.id} has no coin ${coin}`);
      const { leverage = null, closesAt = null } = opens ?? {};
      this.#want({ purpose: 'strategy', ref: ref + refBase, pair, side, ticks, lots, leverage, closesAt });
    }
  }

  #want(
    order: Pick<RobotOrderRow, 'purpose' | 'ref' | 'pair' | 'side' | 'ticks' | 'lots' | 'leverage' | 'closesAt'>,
  ): void {
    if (this.#orders.size >= ordersMax) throw new Error(`robot ${this.row.id} wants too many orders`);
    this.set({ lastRef: Math.max(this.row.lastRef, order.ref) });
    const nothing = { filled: 0n, filledTotal: 0n, fee: 0n, laterFee: 0n, closed: 0n, realized: 0n } as const;
    this.#put({ ...order, robot: this.row.id, leaving: false, order: null, rests: true, ...nothing });
  }

  #put(order: RobotOrderRow): void {
    this.#orders.set(order.ref, order);
    this.#changed.add(order.ref);
  }

  #remove(ref: number): void {
    this.#orders.delete(ref);
    this.#ended.add(ref);
  }

  #end(order: RobotOrderRow, placed: SpotOrder): void {
    this.#remove(order.ref);
    if (order.purpose === 'sale') {
      if (placed.filled === 0n) this.soldNothing.add(order.pair);
      return;
    }
    if (placed.filled === 0n) return;
    if (order.side === 'buy') this.set({ bought: this.row.bought + 1 });
    else {
      const { baseHeld } = bookOf(this.row, coinOf(this.row, order.pair));
      const isSoldOut = baseHeld < marketOf(order.pair).lotUnits;
      this.set({ pairs: this.row.pairs + 1, ...(isSoldOut ? { bought: 0 } : {}) });
    }
  }
}
