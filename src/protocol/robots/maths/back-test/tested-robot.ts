import type { Ms, Ticks } from '#protocol/core/brand.ts';
import type { RobotParameters } from '#protocol/robots/entities/parameters.ts';
import { strategyOf } from '../strategies.ts';
import type { RobotEvent, RobotOrder, RobotStep, Strategy } from '../strategy.ts';
import type { BackTestBook } from './back-test-book.ts';
import type { Bar } from './closings.ts';
import { unfilled } from './trade.ts';

/** Half the spread between the best prices that a market order pays, in millionths of the price; at least a tick. */
const halfSpreadPpm = 200;

/** What a strategy may want after one event, and after what follows from it: beyond that it is broken. */
const roundsMax = 500;

/**
 * No price that anything watches for. A watch that was heard and stays as it was says the same again, so it is heard once
 * until something is filled: a robot with too few coins for an order would hear of its stop hundreds of times in each bar.
 */
const noTicks = -2;

/** A market order, and the price of what led to it within its bar; null for what was decided at a close or an opening. */
interface Wanted {
  readonly order: RobotOrder;
  readonly cause: Ticks | null;
}

/** The price of a market order: half a spread worse than a price, rounded against it. */
export function worse(side: 'buy' | 'sell', ticks: Ticks): Ticks {
  const half = Math.max(1, Math.ceil((ticks * halfSpreadPpm) / 1_000_000));
  return side === 'buy' ? ticks + half : Math.max(1, ticks - half);
}

/** A robot in a back-test: its strategy, what it remembers, and the orders it waits to trade. */
export class TestedRobot {
  /** The prices it watches for: below every price, and above, for none. */
  below: Ticks = -1;
  above: Ticks = Number.POSITIVE_INFINITY;
  /** Minutes of the candles it decides on; null for one that hears of none. */
  readonly candleMinutes: number | null;
  readonly #parameters: RobotParameters;
  readonly #strategy: Strategy<RobotParameters, unknown>;
  readonly #book: BackTestBook;
  #state: unknown = null;
  #marketOrders: Wanted[] = [];
  #cancels: number[] = [];
  #orders: RobotOrder[] = [];
  /** Orders that are placed now are filled in a later bar than this. */
  #since = 0;
  #last: Ticks = 0;
  #cause: Ticks | null = null;
  #now: Ms = 0;

  constructor(parameters: RobotParameters, book: BackTestBook) {
    this.#parameters = parameters;
    this.#strategy = strategyOf(parameters);
    this.#book = book;
    this.candleMinutes = this.#strategy.candleMinutes(parameters);
  }

  get hasMarketOrders(): boolean {
    return this.#marketOrders.length > 0;
  }

  /** Its first orders, at the close of the first bar. */
  start(last: Ticks, now: Ms): void {
    this.#at(0, last, null, now);
    this.#take(this.#strategy.start(this.#parameters, this.#context(), last));
    this.#settle();
  }

  /** Goes through a bar: its market orders at the open, then down to the low, then up to the high. */
  pass(bar: number, { open, high, low }: Bar, now: Ms): void {
    this.#trade(bar, open, now);
    this.#fall(bar, open, low, now);
    this.#rise(bar, open, high, now);
  }

  /** A candle has closed with a bar. */
  close(bar: number, { open, high, low, close }: Bar, now: Ms): void {
    this.#at(bar, close, null, now);
    this.#hear({ kind: 'candle', open, high, low, close });
  }

  #trade(bar: number, open: Ticks, now: Ms): void {
    for (const { order, cause } of this.#marketOrders.splice(0)) {
      const from = cause === null ? open : order.side === 'buy' ? Math.max(open, cause) : Math.min(open, cause);
      // What follows stands in the book from the open on, so this bar may fill it.
      this.#at(bar - 1, open, null, now);
      this.#hear(this.#book.take(order, worse(order.side, from)) ?? unfilled(order));
    }
  }

  #fall(bar: number, open: Ticks, low: Ticks, now: Ms): void {
    let reached = open;
    let heard = noTicks;
    for (let round = 0; round < roundsMax; round += 1) {
      const order = this.#book.next('buy', bar, low);
      const isWatched = this.below >= low && this.below !== heard;
      if (order === null && !isWatched) return;
      if (order !== null && (!isWatched || order.ticks >= this.below)) {
        reached = Math.min(reached, order.ticks);
        this.#at(bar, order.ticks, reached, now);
        this.#hear(this.#book.fill(order));
        heard = noTicks;
        continue;
      }
      heard = this.below;
      reached = Math.min(reached, heard);
      this.#watch(bar, reached, now);
    }
  }

  #rise(bar: number, open: Ticks, high: Ticks, now: Ms): void {
    let reached = open;
    let heard = noTicks;
    for (let round = 0; round < roundsMax; round += 1) {
      const order = this.#book.next('sell', bar, high);
      const isWatched = this.above <= high && this.above !== heard;
      if (order === null && !isWatched) return;
      if (order !== null && (!isWatched || order.ticks <= this.above)) {
        reached = Math.max(reached, order.ticks);
        this.#at(bar, order.ticks, reached, now);
        this.#hear(this.#book.fill(order));
        heard = noTicks;
        continue;
      }
      heard = this.above;
      reached = Math.max(reached, heard);
      this.#watch(bar, reached, now);
    }
  }

  #watch(bar: number, ticks: Ticks, now: Ms): void {
    this.#at(bar, ticks, ticks, now);
    this.#hear({ kind: 'watch', ticks });
  }

  #at(since: number, last: Ticks, cause: Ticks | null, now: Ms): void {
    this.#since = since;
    this.#last = last;
    this.#cause = cause;
    this.#now = now;
  }

  #context() {
    return { market: this.#book.market, holdings: this.#book.holdings, now: this.#now };
  }

  #hear(event: RobotEvent): void {
    this.#take(this.#strategy.on(this.#parameters, this.#state, event, this.#context()));
    this.#settle();
  }

  #take({ state, cancels, orders, watch }: RobotStep<unknown>): void {
    this.#state = state;
    this.below = watch.below ?? -1;
    this.above = watch.above ?? Number.POSITIVE_INFINITY;
    if (cancels.length > 0) this.#cancels.push(...cancels);
    if (orders.length > 0) this.#orders.push(...orders);
  }

  /** Cancels, and then places what is wanted, until nothing follows from it. */
  #settle(): void {
    for (let round = 0; this.#cancels.length > 0 || this.#orders.length > 0; round += 1) {
      if (round > roundsMax) throw new Error('a strategy does not come to rest');
      const cancels = this.#cancels.splice(0);
      const orders = this.#orders.splice(0);
      for (const ref of cancels) {
        const order = this.#book.cancel(ref) ?? this.#forget(ref);
        if (order !== null) this.#end(order);
      }
      for (const order of orders) this.#place(order, cancels);
    }
  }

  #place(order: RobotOrder, cancels: readonly number[]): void {
    const { ticks } = order;
    if (cancels.includes(order.ref)) this.#end(order);
    else if (ticks === null) this.#marketOrders.push({ order, cause: this.#cause });
    else if (!this.#book.rest({ ...order, ticks }, this.#since, this.#last)) this.#end(order);
  }

  #forget(ref: number): RobotOrder | null {
    const found = this.#marketOrders.find(({ order }) => order.ref === ref);
    if (found === undefined) return null;
    this.#marketOrders = this.#marketOrders.filter((wanted) => wanted !== found);
    return found.order;
  }

  #end(order: Pick<RobotOrder, 'ref' | 'side' | 'ticks'>): void {
    this.#take(this.#strategy.on(this.#parameters, this.#state, unfilled(order), this.#context()));
  }
}
