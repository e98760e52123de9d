import type { Ms, Ticks } from '#protocol/core/brand.ts';
import type { RobotParameters } from '#protocol/robots/entities/parameters.ts';
import { strategyOf } from '#protocol/robots/maths/strategies.ts';
import type { RobotContext, RobotEvent, RobotOrder, RobotStep, Strategy } from '#protocol/robots/maths/strategy.ts';
import type { Bar } from '../closings.ts';
import { worse } from '../tested-robot.ts';
import { unfilled } from '../trade.ts';
import type { ContractTestBook, RestingOpening, TestedPosition } from './contract-test-book.ts';

/** What a strategy may want after one bar: beyond that it is broken. */
const roundsMax = 500;

/** A market order, and the price of what led to it within its bar; null for what was decided at a close. */
interface Wanted {
  readonly order: RobotOrder;
  readonly cause: Ticks | null;
}

/** A robot on a contract in a back-test: its strategy, what it remembers, and the market orders it waits to trade. */
export class TestedContractRobot {
  /** The price at or below, and at or above which its strategy wants to hear of it. */
  below: Ticks = -1;
  above: Ticks = Number.POSITIVE_INFINITY;
  readonly #parameters: RobotParameters;
  readonly #strategy: Strategy<RobotParameters, unknown>;
  readonly #book: ContractTestBook;
  #state: unknown = null;
  #wanted: Wanted[] = [];
  /** Where the price is, the bar that new orders belong to, and what led to them. */
  #at: { readonly last: Ticks; readonly bar: number; readonly cause: Ticks | null; readonly now: Ms };

  constructor(parameters: RobotParameters, book: ContractTestBook) {
    this.#parameters = parameters;
    this.#strategy = strategyOf(parameters);
    this.#book = book;
    this.#at = { last: 0, bar: 0, cause: null, now: 0 };
  }

  get hasMarketOrders(): boolean {
    return this.#wanted.length > 0;
  }

  /** Its first orders, at the close of the first bar. */
  start(last: Ticks, now: Ms): void {
    this.#at = { last, bar: 0, cause: null, now };
    this.#take(this.#strategy.start(this.#parameters, this.#context(), last));
  }

  /**
   * Goes through a bar. What costs comes before what makes: market orders at the open, liquidations at its extremes, openings,
   * liquidations of what was opened, then profits of what was open before, then what is watched for.
   */
  pass(bar: number, day: number, { open, high, low }: Bar, now: Ms): void {
    const book = this.#book;
    for (const { order, cause } of this.#wanted.splice(0)) {
      const from = cause === null ? open : order.side === 'buy' ? Math.max(open, cause) : Math.min(open, cause);
      this.#at = { last: open, bar: bar - 1, cause: null, now };
      const { opens } = order;
      const fill = opens === undefined ? null : book.take({ ...order, opens }, worse(order.side, from), bar - 1, day);
      this.#hear(fill ?? unfilled(order));
    }
    this.#liquidate(bar, low, high, now);
    for (const order of reachedOpenings(book.resting, bar, low, high)) {
      this.#at = { last: order.ticks, bar, cause: order.ticks, now };
      this.#hear(book.fill(order, bar, day));
    }
    this.#liquidate(bar, low, high, now);
    for (const position of reachedProfits(book.positions, bar, low, high)) {
      const { side, closesAt } = position;
      this.#at = { last: closesAt, bar, cause: closesAt, now };
      this.#hear(book.close(position, worse(side === 'long' ? 'sell' : 'buy', closesAt)));
    }
    this.#watch(bar, open, { low, high }, now);
  }

  #liquidate(bar: number, low: Ticks, high: Ticks, now: Ms): void {
    for (const position of this.#book.positions) {
      const { side, end = null } = position;
      if (end === null || (side === 'long' ? low > end : high < end)) continue;
      this.#at = { last: end, bar, cause: end, now };
      this.#hear(this.#book.liquidate(position));
    }
  }

  #watch(bar: number, open: Ticks, { low, high }: Pick<Bar, 'low' | 'high'>, now: Ms): void {
    for (let round = 0; round < roundsMax && low <= this.below; round += 1)
      this.#reach(bar, Math.min(open, this.below), now);
    for (let round = 0; round < roundsMax && high >= this.above; round += 1)
      this.#reach(bar, Math.max(open, this.above), now);
  }

  #reach(bar: number, ticks: Ticks, now: Ms): void {
    this.#at = { last: ticks, bar, cause: ticks, now };
    this.#hear({ kind: 'watch', ticks });
  }

  #context(): RobotContext {
    const { market, holdings } = this.#book;
    return { market, holdings, now: this.#at.now };
  }

  #hear(event: RobotEvent): void {
    this.#take(this.#strategy.on(this.#parameters, this.#state, event, this.#context()));
  }

  #take({ state, cancels, orders, watch }: RobotStep<unknown>): void {
    if (cancels.length > 0) throw new Error('a grid on a contract cancels nothing');
    this.#state = state;
    this.below = watch.below ?? -1;
    this.above = watch.above ?? Number.POSITIVE_INFINITY;
    const { last, bar, cause } = this.#at;
    for (const order of orders) {
      const { ticks, opens } = order;
      if (opens === undefined) throw new Error('an order on a contract opens a position');
      if (ticks === null) this.#wanted.push({ order, cause });
      else if (!this.#book.rest({ ...order, ticks, opens }, bar, last)) this.#hear(unfilled(order));
    }
  }
}

/** Orders that a bar fills, of each side those the price reaches first, and of equal ones the older first. */
function reachedOpenings(resting: readonly RestingOpening[], bar: number, low: Ticks, high: Ticks): RestingOpening[] {
  const reached = resting.filter(
    ({ side, ticks, since }) => since < bar && (side === 'buy' ? low < ticks : high > ticks),
  );
  return reached.toSorted((a, b) =>
    a.side === b.side
      ? (a.side === 'buy' ? b.ticks - a.ticks : a.ticks - b.ticks) || a.ref - b.ref
      : a.side === 'buy'
        ? -1
        : 1,
  );
}

/** Positions that take their profit in a bar: those that were open before it. */
function reachedProfits(positions: readonly TestedPosition[], bar: number, low: Ticks, high: Ticks): TestedPosition[] {
  const reached = positions.filter(
    ({ side, closesAt, since }) => since < bar && (side === 'long' ? high >= closesAt : low <= closesAt),
  );
  return reached.toSorted((a, b) => a.ref - b.ref);
}
