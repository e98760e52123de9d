import type { Ms, Ticks } from '#protocol/core/brand.ts';
import type { RobotParameters } from '#protocol/robots/entities/parameters.ts';
import { strategyOf } from '#protocol/robots/maths/strategies.ts';
import type { RobotContext, RobotEvent, RobotOrder, RobotStep, Strategy } from '#protocol/robots/maths/strategy.ts';
import type { Bar } from '../closings.ts';
import { worse } from '../tested-robot.ts';
import { unfilled } from '../trade.ts';
import type { BasketBook } from './basket-book.ts';

/** A robot of several coins in a back-test: its strategy, what it remembers, and the market orders it waits to trade. */
export class BasketRobot {
  readonly #parameters: RobotParameters;
  readonly #strategy: Strategy<RobotParameters, unknown>;
  readonly #book: BasketBook;
  #state: unknown = null;
  #wanted: RobotOrder[] = [];

  constructor(parameters: RobotParameters, book: BasketBook) {
    this.#parameters = parameters;
    this.#strategy = strategyOf(parameters);
    this.#book = book;
  }

  /** Its first orders, at the closes of the first bar, by coin. */
  start([first = 0, ...others]: readonly Ticks[], now: Ms): void {
    this.#take(this.#strategy.start(this.#parameters, this.#context(now), first, others));
  }

  /**
   * Trades at the opens of a bar. What follows from the end of an order is traded at the same opens where it is of a coin that
   * has not traded there, as a purchase with what a sale brought; else with the next bar.
   *
   * @param opens by coin
   */
  trade(opens: readonly Ticks[], now: Ms): void {
    const traded = new Set<number>();
    for (let orders = this.#wanted; orders.length > 0;) {
      this.#wanted = this.#wanted.filter((order) => !orders.includes(order));
      for (const { coin = 0 } of orders) traded.add(coin);
      for (const order of orders) {
        const price = worse(order.side, opens[order.coin ?? 0] ?? 0);
        this.#hear(this.#book.take(order, price) ?? unfilled(order), now);
      }
      orders = this.#wanted.filter(({ coin = 0 }) => !traded.has(coin));
    }
  }

  /** A candle of a coin has closed. */
  close(coin: number, start: Ms, candle: Bar, now: Ms): void {
    this.#hear({ kind: 'candle', ...(coin === 0 ? {} : { coin }), start, ...candle }, now);
  }

  #context(now: Ms): RobotContext {
    const { markets, holdings } = this.#book;
    const [market] = markets;
    if (market === undefined) throw new RangeError('a basket has a coin');
    return { market, markets, holdings, now };
  }

  #hear(event: RobotEvent, now: Ms): void {
    this.#take(this.#strategy.on(this.#parameters, this.#state, event, this.#context(now)));
  }

  #take({ state, cancels, orders, watch }: RobotStep<unknown>): void {
    const isAtMarket = orders.every(({ ticks }) => ticks === null) && watch.below === null && watch.above === null;
    // A bar says nothing of the order in which several coins reach their prices.
    if (!isAtMarket || cancels.length > 0) throw new Error('a basket is tested with market orders alone');
    this.#state = state;
    this.#wanted.push(...orders);
  }
}
