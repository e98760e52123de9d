import type { Lots, Ticks, Units } from '#protocol/core/brand.ts';
import { feeOn } from '#protocol/core/fees.ts';
import { liquidationTicks } from '#protocol/contracts/maths/liquidation.ts';
import { initialMargin, openingNeeds, tierOf } from '#protocol/contracts/maths/margin.ts';
import { lotsValue } from '#protocol/contracts/maths/orders.ts';
import { isTakeProfit, type PositionSide, profitAt } from '#protocol/contracts/maths/positions.ts';
import { contractOf } from '#protocol/robots/maths/contract-grid/cells.ts';
import type {
  ContractMarket,
  RobotEvent,
  RobotHoldings,
  RobotMarket,
  RobotOrder,
} from '#protocol/robots/maths/strategy.ts';

type Fill = Extract<RobotEvent, { kind: 'fill' }>;
type Closed = Extract<RobotEvent, { kind: 'closed' }>;

/** An order that opens a position. */
type Opening = RobotOrder & { readonly opens: NonNullable<RobotOrder['opens']> };

/** An order that rests. */
export interface RestingOpening extends Opening {
  readonly ticks: Ticks;
  /** The bar it was placed in: it is filled in a later one at the earliest. */
  readonly since: number;
}

/** An open position. */
export interface TestedPosition {
  readonly ref: number;
  readonly side: PositionSide;
  readonly lots: Lots;
  readonly cost: Units;
  readonly margin: Units;
  readonly closesAt: Ticks;
  readonly fees: Units;
  /** The bar it was opened in: it takes its profit in a later one at the earliest. */
  readonly since: number;
  readonly chargedDay: number;
  /** Where it is liquidated; null for nowhere, absent until it is worked out. */
  readonly end?: Ticks | null;
}

const nowhere = Number.POSITIVE_INFINITY;

/**
 * The wallet and the book of a contract in a back-test: isolated positions with the exchange’s own margin, fees and
 * liquidation prices. It refuses what the exchange would refuse.
 */
export class ContractTestBook {
  /** All that is in the wallet: free, behind orders and behind positions. */
  quote: Units;
  /** Prices at or below and at or above which something here happens. */
  below: Ticks = -1;
  above: Ticks = nowhere;
  trades = 0;
  pairs = 0;
  won = 0;
  liquidated = 0;
  fees: Units = 0n;
  resting: RestingOpening[] = [];
  positions: TestedPosition[] = [];
  readonly market: RobotMarket;
  readonly #contract: ContractMarket;

  constructor(market: RobotMarket, quote: Units) {
    this.market = market;
    this.#contract = contractOf(market);
    this.quote = quote;
  }

  /** What its strategy may spend. */
  get holdings(): RobotHoldings {
    return { quote: this.positions.reduce((left, { margin }) => left - margin, this.quote), base: 0n };
  }

  /** Lets a limit order rest. @returns whether the exchange would take it */
  rest(order: Opening & { readonly ticks: Ticks }, since: number, last: Ticks): boolean {
    const { side, ticks, lots } = order;
    if (side === 'buy' ? ticks > last : ticks < last) return false;
    if (!this.#isTaken(order, ticks) || this.#needs(order, ticks, lots) > this.#free()) return false;
    this.resting.push({ ...order, since });
    this.#look();
    return true;
  }

  /** Fills an order that rests, at its limit. */
  fill(order: RestingOpening, bar: number, day: number): Fill {
    this.resting = this.resting.filter((one) => one !== order);
    return this.#open(order, order.ticks, bar, day);
  }

  /** Opens at the market. @returns null when the exchange would refuse it */
  take(order: Opening, price: Ticks, bar: number, day: number): Fill | null {
    if (!this.#isTaken(order, price) || this.#needs(order, price, order.lots) > this.#free()) return null;
    return this.#open(order, price, bar, day);
  }

  /** Closes a position at a price, with the closing fee. */
  close(position: TestedPosition, price: Ticks): Closed {
    const { cost, lots, side, margin } = position;
    const profit = profitAt(this.#contract, { side, cost, lots }, price);
    const asked = feeOn(lotsValue(this.#contract, price, lots), this.#contract.closeFeePpm);
    const left = margin + profit;
    const fee = left <= 0n ? 0n : asked < left ? asked : left;
    this.quote += (left < 0n ? 0n - margin : profit) - fee;
    this.fees += fee;
    this.pairs += 1;
    if (profit > fee + position.fees) this.won += 1;
    return this.#end(position, price);
  }

  /** Liquidates a position: its margin is gone. */
  liquidate(position: TestedPosition): Closed {
    this.quote -= position.margin;
    this.liquidated += 1;
    return this.#end(position, position.end ?? 0);
  }

  /** Takes the overnight fee of a day from every position that has not paid it, as far as its margin lasts. */
  charge(day: number): void {
    if (this.positions.length === 0) return;
    this.positions = this.positions.map((one) => {
      if (one.chargedDay >= day) return one;
      const asked = feeOn(one.cost, this.#contract.overnightFeePpm);
      const fee = asked < one.margin ? asked : one.margin;
      this.quote -= fee;
      this.fees += fee;
      return { ...one, margin: one.margin - fee, fees: one.fees + fee, chargedDay: day };
    });
    this.#settleEnds(true);
    this.#look();
  }

  /** What it comes to at a price, in quote units. */
  value(price: Ticks): Units {
    return this.positions.reduce((sum, one) => sum + profitAt(this.#contract, one, price), this.quote);
  }

  /** Its value as that of quote and of coins, which may both be below zero: `quote + base × price`. */
  get asHoldings(): RobotHoldings {
    let [quote, lots] = [this.quote, 0];
    for (const one of this.positions) {
      const sign = one.side === 'long' ? 1 : -1;
      quote -= BigInt(sign) * one.cost;
      lots += sign * one.lots;
    }
    return { quote, base: BigInt(lots) * this.market.lotUnits };
  }

  #free(): Units {
    return this.resting.reduce((left, one) => left - this.#needs(one, one.ticks, one.lots), this.holdings.quote);
  }

  #needs({ opens }: Opening, ticks: Ticks, lots: Lots): Units {
    return openingNeeds(this.#contract, lotsValue(this.#contract, ticks, lots), opens.leverage);
  }

  /** Whether the exchange takes an order at a price: its size, and its profit on the right side. */
  #isTaken({ side, lots, opens }: Opening, price: Ticks): boolean {
    const { minLots, maxLots } = this.market;
    return lots >= minLots && lots <= maxLots && isTakeProfit(side === 'buy' ? 'long' : 'short', opens.closesAt, price);
  }

  #open({ ref, side, lots, opens }: Opening, ticks: Ticks, since: number, chargedDay: number): Fill {
    const cost = lotsValue(this.#contract, ticks, lots);
    const fee = feeOn(cost, this.#contract.openFeePpm);
    this.quote -= fee;
    this.fees += fee;
    this.trades += 1;
    const position: TestedPosition = {
      ref,
      side: side === 'buy' ? 'long' : 'short',
      lots,
      cost,
      margin: initialMargin(cost, opens.leverage),
      closesAt: opens.closesAt,
      fees: fee,
      since,
      chargedDay,
    };
    this.#changeSide(position.side, () => this.positions.push(position));
    return { kind: 'fill', ref, side, ticks, lots, received: 0n, given: 0n, done: true };
  }

  #end(position: TestedPosition, price: Ticks): Closed {
    this.trades += 1;
    this.#changeSide(position.side, () => {
      this.positions = this.positions.filter(({ ref }) => ref !== position.ref);
    });
    return { kind: 'closed', ref: position.ref, ticks: price, lots: position.lots };
  }

  /** Positions of a side raise each other’s maintenance margin when they come into another tier together. */
  #changeSide(side: PositionSide, change: () => void): void {
    const before = tierOf(this.#contract, this.#sideCost(side));
    change();
    this.#settleEnds(tierOf(this.#contract, this.#sideCost(side)) !== before);
    this.#look();
  }

  #sideCost(side: PositionSide): Units {
    return this.positions.reduce((sum, one) => (one.side === side ? sum + one.cost : sum), 0n);
  }

  /** @param all of every position, and not only of new ones */
  #settleEnds(all: boolean): void {
    const costs = { long: this.#sideCost('long'), short: this.#sideCost('short') };
    this.positions = this.positions.map((one) =>
      all || one.end === undefined ? { ...one, end: liquidationTicks(this.#contract, one, costs[one.side]) } : one,
    );
  }

  #look(): void {
    let [below, above] = [-1, nowhere];
    for (const { side, ticks } of this.resting) {
      // Filled only when the price goes through it by a tick: others may stand before it at its own price.
      if (side === 'buy') below = Math.max(below, ticks - 1);
      else above = Math.min(above, ticks + 1);
    }
    for (const { side, closesAt, end } of this.positions) {
      if (side === 'long') {
        above = Math.min(above, closesAt);
        below = Math.max(below, end ?? -1);
      } else {
        below = Math.max(below, closesAt);
        above = Math.min(above, end ?? nowhere);
      }
    }
    this.below = below;
    this.above = above;
  }
}
