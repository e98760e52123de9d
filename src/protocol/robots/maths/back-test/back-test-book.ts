import type { Lots, Ppm, Ticks, Units } from '#protocol/core/brand.ts';
import { isWithinFactor, lotsValue, spotPriceFactor } from '#protocol/contracts/maths/orders.ts';
import { isOrder } from '../sizing.ts';
import type { RobotEvent, RobotHoldings, RobotMarket, RobotOrder } from '../strategy.ts';
import { tradeAt } from './trade.ts';

type Fill = Extract<RobotEvent, { kind: 'fill' }>;

/** An order that rests. */
export interface Resting {
  readonly ref: number;
  readonly side: 'buy' | 'sell';
  readonly ticks: Ticks;
  readonly lots: Lots;
  /** The bar it was placed in: it is filled in a later one at the earliest. */
  readonly since: number;
  /** Whether the price had reached it already: then it takes, and pays for it. */
  readonly isTaker: boolean;
}

const noTicks = Number.POSITIVE_INFINITY;

/**
 * The book of a back-test: the orders of one robot, what it holds, and what its fills came to. It refuses what the exchange
 * would refuse: orders that do not fit the market, and those that need more than is free.
 */
export class BackTestBook {
  holdings: RobotHoldings;
  /** Whether it holds what makes an order. */
  holdsCoins = false;
  /** The highest purchase and the lowest sale that rest: 0 and infinity for none. */
  bestBuy: Ticks = 0;
  bestSell: Ticks = noTicks;
  /** Filled orders, sales to their end among them, and those that made more than their coins cost. */
  trades = 0;
  pairs = 0;
  won = 0;
  /** In quote, at the price of each fill. */
  fees: Units = 0n;
  readonly market: RobotMarket;
  readonly resting: Resting[] = [];
  #frozenQuote: Units = 0n;
  #frozenBase: Units = 0n;
  /** What the held coins cost. */
  #paid: Units = 0n;

  constructor(market: RobotMarket, quote: Units) {
    this.market = market;
    this.holdings = { quote, base: 0n };
  }

  /** The next order of a side that a bar fills: the one the price reaches first, and of equal ones the older. */
  next(side: 'buy' | 'sell', bar: number, extreme: Ticks): Resting | null {
    let found: Resting | null = null;
    for (const order of this.resting) {
      if (order.side !== side || order.since >= bar) continue;
      // Filled only when the price goes through it by a tick: others may stand before it at its own price.
      if (side === 'buy' ? order.ticks <= extreme : order.ticks >= extreme) continue;
      if (found === null || isBefore(order, found)) found = order;
    }
    return found;
  }

  /** Lets a limit order rest. @returns whether the exchange would take it */
  rest({ ref, side, ticks, lots }: RobotOrder & { readonly ticks: Ticks }, since: number, last: Ticks): boolean {
    const { market } = this;
    if (!isOrder(market, ticks, lots) || !isWithinFactor(BigInt(ticks), BigInt(last), spotPriceFactor)) return false;
    const isTaker = side === 'buy' ? ticks >= last : ticks <= last;
    if (!this.#freeze({ side, ticks, lots }, 1n)) return false;
    this.resting.push({ ref, side, ticks, lots, since, isTaker });
    if (side === 'buy' && ticks > this.bestBuy) this.bestBuy = ticks;
    if (side === 'sell' && ticks < this.bestSell) this.bestSell = ticks;
    return true;
  }

  /** Takes an order out. @returns null when it does not rest any more */
  cancel(ref: number): Resting | null {
    const order = this.resting.find((one) => one.ref === ref);
    if (order === undefined) return null;
    this.#remove(order);
    return order;
  }

  /** Fills an order that rests, at its limit. */
  fill(order: Resting): Fill {
    this.#remove(order);
    const { makerFeePpm, takerFeePpm } = this.market;
    return this.#trade(order, order.ticks, order.isTaker ? takerFeePpm : makerFeePpm);
  }

  /** Fills a market order at a price. @returns null when the exchange would refuse it */
  take(order: RobotOrder, price: Ticks): Fill | null {
    const { market } = this;
    if (!isOrder(market, price, order.lots)) return null;
    const { side, lots } = order;
    if (!this.#freeze({ side, ticks: price, lots }, 1n)) return null;
    this.#freeze({ side, ticks: price, lots }, -1n);
    return this.#trade(order, price, market.takerFeePpm);
  }

  /** Freezes what an order spends, or releases it. @returns whether there is enough */
  #freeze(
    { side, ticks, lots }: { readonly side: 'buy' | 'sell'; readonly ticks: Ticks; readonly lots: Lots },
    sign: 1n | -1n,
  ): boolean {
    if (side === 'buy') {
      const frozen = this.#frozenQuote + sign * lotsValue(this.market, ticks, lots);
      if (frozen > this.holdings.quote) return false;
      this.#frozenQuote = frozen;
      return true;
    }
    const frozen = this.#frozenBase + sign * BigInt(lots) * this.market.lotUnits;
    if (frozen > this.holdings.base) return false;
    this.#frozenBase = frozen;
    return true;
  }

  #remove(order: Resting): void {
    const { resting } = this;
    const last = resting.pop();
    const nth = last === order ? -1 : resting.indexOf(order);
    if (nth >= 0 && last !== undefined) resting[nth] = last;
    this.#freeze(order, -1n);
    if (order.side === 'buy' && order.ticks === this.bestBuy) {
      this.bestBuy = 0;
      for (const { side, ticks } of resting) if (side === 'buy' && ticks > this.bestBuy) this.bestBuy = ticks;
    }
    if (order.side === 'sell' && order.ticks === this.bestSell) {
      this.bestSell = noTicks;
      for (const { side, ticks } of resting) if (side === 'sell' && ticks < this.bestSell) this.bestSell = ticks;
    }
  }

  #hold(holdings: RobotHoldings): void {
    this.holdings = holdings;
    this.holdsCoins = holdings.base >= BigInt(this.market.minLots) * this.market.lotUnits;
  }

  #trade({ ref, side, lots }: Pick<Resting, 'ref' | 'side' | 'lots'>, ticks: Ticks, ppm: Ppm): Fill {
    const { given, received, fee } = tradeAt(this.market, side, lots, ticks, ppm);
    const { quote, base } = this.holdings;
    this.trades += 1;
    this.fees += fee;
    if (side === 'buy') {
      this.#hold({ quote: quote - given, base: base + received });
      this.#paid += given;
    } else {
      const cost = (this.#paid * given) / base;
      this.#hold({ quote: quote + received, base: base - given });
      this.#paid -= cost;
      this.pairs += 1;
      if (received > cost) this.won += 1;
    }
    return { kind: 'fill', ref, side, ticks, lots, received, given, done: true };
  }
}

function isBefore(order: Resting, other: Resting): boolean {
  if (order.ticks === other.ticks) return order.ref < other.ref;
  return order.side === 'buy' ? order.ticks > other.ticks : order.ticks < other.ticks;
}
