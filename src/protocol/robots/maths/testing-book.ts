import type { Lots, Ticks } from '#protocol/core/brand.ts';
import type { ParametersOf } from '../entities/parameters.ts';
import { feeOn } from '#protocol/core/fees.ts';
import { averageTicks, lotsValue } from '#protocol/contracts/maths/orders.ts';
import { strategyOf, type StateOf } from './strategies.ts';
import type { RobotEvent, RobotHoldings, RobotMarket, RobotOrder, RobotStep, StrategyName } from './strategy.ts';

/** Prices of two places, quantities of four; fees as pairs have them. */
export const market: RobotMarket = {
  baseScale: 8,
  quoteScale: 8,
  tickUnits: 1_000_000n,
  lotUnits: 10_000n,
  unitsPerTickLot: 100n,
  minLots: 1,
  maxLots: 6_000_000,
  minTotalUnits: 500_000_000n,
  makerFeePpm: 800n,
  takerFeePpm: 1_000n,
};

/** A contract with prices of two places; margin tiers and fees as contracts have them, the last tier within reach of tests. */
export const contractMarket: RobotMarket = {
  ...market,
  minTotalUnits: 0n,
  makerFeePpm: 500n,
  takerFeePpm: 500n,
  contract: {
    unitsPerTickLot: market.unitsPerTickLot,
    leverages: [1, 2, 3, 5, 10],
    tiers: [
      { costMost: 5_000_000_000_000n, maintenancePpm: 4_000n, leverageMost: 10 },
      { costMost: null, maintenancePpm: 60_000n, leverageMost: 5 },
    ],
    openFeePpm: 500n,
    closeFeePpm: 500n,
    overnightFeePpm: 100n,
  },
};

/** How a naive book treats an order: all tests go through these. */
export interface BookMoods {
  /** Share of what is left that trades, in percent; 100 for all. */
  readonly filledPercent: number;
  /** Whether fills of one move are heard of in the reverse order. */
  readonly isReversed: boolean;
  /** What a market order pays or gets worse than the price, in ticks. */
  readonly slip: Ticks;
}

const plain: BookMoods = { filledPercent: 100, isReversed: false, slip: 0 };

/**
 * The simplest book that a robot can have, which checks what it wants: every order fits the market and what is free, no
 * number is used twice, and a strategy that was written down and read again in between wants the same.
 */
export class NaiveBook<Name extends StrategyName> {
  holdings: RobotHoldings;
  state: StateOf[Name] | null = null;
  watch: RobotStep<unknown>['watch'] = { below: null, above: null };
  readonly open = new Map<number, RobotOrder & { readonly left: Lots }>();
  /** Fills and refusals in order, as text. */
  readonly record: string[] = [];
  fills = 0;
  refused = 0;
  ticks: Ticks;
  readonly market: RobotMarket;
  readonly #parameters: ParametersOf<Name>;
  #lastRef = 0;
  #wanted: RobotOrder[] = [];
  #cancels: number[] = [];

  constructor(parameters: ParametersOf<Name>, quote: bigint, ticks: Ticks, terms: RobotMarket = market) {
    this.#parameters = parameters;
    this.holdings = { quote, base: 0n };
    this.ticks = ticks;
    this.market = terms;
  }

  start(moods: Partial<BookMoods> = {}): this {
    const strategy = strategyOf(this.#parameters);
    this.#take(strategy.start(this.#parameters, this.#context(), this.ticks) as RobotStep<StateOf[Name]>);
    this.#settle({ ...plain, ...moods });
    return this;
  }

  /** The price goes somewhere: orders it reaches are filled at their limits, and what is watched for is heard of. */
  move(ticks: Ticks, moods: Partial<BookMoods> = {}): void {
    const all = { ...plain, ...moods };
    this.#reach(ticks, all);
    this.#settle(all);
    const { below, above } = this.watch;
    if ((below === null || ticks > below) && (above === null || ticks < above)) return;
    this.#hear({ kind: 'watch', ticks });
    this.#settle(all);
  }

  /** The price goes through several before anything that is wanted meanwhile is done. */
  rush(through: readonly Ticks[]): void {
    for (const ticks of through) this.#reach(ticks, plain);
    this.#settle(plain);
  }

  candle(open: Ticks, high: Ticks, low: Ticks, close: Ticks, moods: Partial<BookMoods> = {}): void {
    this.ticks = close;
    this.#hear({ kind: 'candle', open, high, low, close });
    this.#settle({ ...plain, ...moods });
  }

  /** Every order is taken out, and after a while it goes on at a price. */
  pause(ticks: Ticks, moods: Partial<BookMoods> = {}): void {
    for (const order of this.open.values()) this.#end(order);
    // While it is paused nothing it wants is done.
    this.#wanted = [];
    this.#cancels = [];
    this.ticks = ticks;
    this.#hear({ kind: 'resume', ticks });
    this.#settle({ ...plain, ...moods });
  }

  /** What it holds at the price, in quote units. */
  get value(): bigint {
    return this.holdings.quote + (this.holdings.base * lotsValue(this.market, this.ticks, 1)) / this.market.lotUnits;
  }

  #reach(ticks: Ticks, { filledPercent, isReversed }: BookMoods): void {
    this.ticks = ticks;
    const reached = [...this.open.values()].filter((order) => this.#isReached(order));
    for (const order of isReversed ? reached.toReversed() : reached) {
      const lots = Math.max(1, Math.floor((order.left * filledPercent) / 100));
      this.#fill(order, Math.min(lots, order.left), order.ticks ?? ticks, false);
    }
  }

  #context() {
    return { market: this.market, holdings: this.holdings, now: 0 };
  }

  #hear(event: RobotEvent): void {
    if (this.state === null) return;
    const strategy = strategyOf(this.#parameters);
    const step = strategy.on(this.#parameters, this.state, event, this.#context());
    const read = JSON.parse(JSON.stringify(this.state)) as StateOf[Name];
    const again = strategy.on(this.#parameters, read, event, this.#context());
    if (JSON.stringify(again) !== JSON.stringify(step)) throw new Error('it wants something else after a restart');
    this.#take(step as RobotStep<StateOf[Name]>);
  }

  #take({ state, cancels, orders, watch }: RobotStep<StateOf[Name]>): void {
    this.state = state;
    this.watch = watch;
    this.#cancels.push(...cancels);
    for (const order of orders) {
      if (order.ref <= this.#lastRef) throw new Error(`${order.ref} is used twice`);
      this.#lastRef = order.ref;
      this.#wanted.push(order);
    }
  }

  /** Cancels, and then places what is wanted, until nothing follows from it. */
  #settle(moods: BookMoods): void {
    for (let round = 0; this.#wanted.length > 0 || this.#cancels.length > 0; round += 1) {
      if (round > 200) throw new Error('it does not come to rest');
      const cancels = this.#cancels.splice(0);
      const wanted = this.#wanted.splice(0);
      for (const ref of cancels) {
        const order = this.open.get(ref);
        if (order !== undefined) this.#end(order);
      }
      for (const order of wanted) {
        if (cancels.includes(order.ref)) this.#refuse(order);
        else this.#place(order, moods);
      }
    }
  }

  #place(order: RobotOrder, moods: BookMoods): void {
    const { side, lots } = order;
    const ticks = order.ticks ?? this.ticks;
    const price = order.ticks ?? this.ticks + (side === 'buy' ? moods.slip : 0 - moods.slip);
    const { minLots, maxLots, minTotalUnits, lotUnits } = this.market;
    if (lots < minLots || lots > maxLots || lotsValue(this.market, ticks, lots) < minTotalUnits) {
      if (order.ticks === null) return this.#refuse(order);
      throw new Error(`${side} ${lots} at ${ticks} is no order`);
    }
    const resting = [...this.open.values()].filter((one) => one.side === side);
    const frozen = resting.reduce((sum, one) => sum + lotsValue(this.market, one.ticks ?? 0, one.left), 0n);
    const frozenBase = resting.reduce((sum, one) => sum + BigInt(one.left) * lotUnits, 0n);
    const lacks =
      side === 'buy'
        ? lotsValue(this.market, price, lots) > this.holdings.quote - frozen
        : BigInt(lots) * lotUnits > this.holdings.base - frozenBase;
    if (lacks) {
      // A purchase at the market may have become dearer than the price it was sized at; nothing else may lack anything.
      if (order.ticks === null && side === 'buy') return this.#refuse(order);
      throw new Error(`${side} ${lots} at ${price} needs more than is held`);
    }
    const placed = { ...order, left: lots };
    this.open.set(order.ref, placed);
    if (order.ticks === null) this.#fill(placed, lots, price, true);
    else if (this.#isReached(placed)) this.#fill(placed, lots, order.ticks, true);
  }

  #isReached({ side, ticks }: RobotOrder): boolean {
    return ticks !== null && (side === 'buy' ? this.ticks <= ticks : this.ticks >= ticks);
  }

  #fill(order: RobotOrder & { readonly left: Lots }, lots: Lots, price: Ticks, isTaker: boolean): void {
    const { market: terms } = this;
    const left = order.left - lots;
    if (left === 0) this.open.delete(order.ref);
    else this.open.set(order.ref, { ...order, left });
    const value = lotsValue(terms, price, lots);
    const base = BigInt(lots) * terms.lotUnits;
    const [given, gross] = order.side === 'buy' ? [value, base] : [base, value];
    const received = gross - feeOn(gross, isTaker ? terms.takerFeePpm : terms.makerFeePpm);
    const { quote, base: coins } = this.holdings;
    this.holdings =
      order.side === 'buy'
        ? { quote: quote - given, base: coins + received }
        : { quote: quote + received, base: coins - given };
    if (this.holdings.quote < 0n || this.holdings.base < 0n) throw new Error('it spent what it does not hold');
    this.fills += 1;
    this.record.push(`${order.ref} ${order.side} ${lots} at ${price}`);
    const ticks = averageTicks(terms, value, lots);
    this.#hear({ kind: 'fill', ref: order.ref, side: order.side, ticks, lots, received, given, done: left === 0 });
  }

  #end(order: RobotOrder): void {
    this.open.delete(order.ref);
    this.#hear(unfilled(order));
  }

  #refuse(order: RobotOrder): void {
    this.refused += 1;
    this.record.push(`${order.ref} refused`);
    this.#hear(unfilled(order));
  }
}

function unfilled({ ref, side, ticks }: RobotOrder): RobotEvent {
  return { kind: 'fill', ref, side, ticks: ticks ?? 0, lots: 0, received: 0n, given: 0n, done: true };
}
