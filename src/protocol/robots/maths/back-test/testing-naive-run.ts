import type { Units } from '#protocol/core/brand.ts';
import { feeOn, million } from '#protocol/core/fees.ts';
import { isWithinFactor, lotsValue, spotPriceFactor } from '#protocol/contracts/maths/orders.ts';
import { baseValue, isOrder, never } from '../sizing.ts';
import { strategyOf } from '../strategies.ts';
import type { RobotEvent, RobotOrder, RobotStep } from '../strategy.ts';
import type { BackTestInput } from './back-test-result.ts';

interface Standing extends RobotOrder {
  readonly bar: number;
  readonly takes: boolean;
  readonly cause: number | null;
}

/** The rules of a back-test as plainly as they can be written: every order is looked at in every bar, nothing is skipped. */
class NaiveRun {
  quote: Units;
  base: Units = 0n;
  readonly sums = { trades: 0, pairs: 0, fees: 0n };
  readonly #input: BackTestInput;
  #orders: Standing[] = [];
  #step: RobotStep<unknown> = { state: null, cancels: [], orders: [], watch: never };
  #last = 0;
  #bar = 0;
  #cause: number | null = null;

  constructor(input: BackTestInput) {
    this.#input = input;
    this.quote = input.amount;
  }

  run(): void {
    const { parameters, candles } = this.#input;
    const strategy = strategyOf(parameters);
    const minutes = strategy.candleMinutes(parameters);
    this.#last = candles.close[0] ?? 0;
    this.#step = strategy.start(parameters, this.#context(), this.#last);
    this.#act();
    let closing: number[] = [];
    for (this.#bar = 1; this.#bar < candles.minute.length; this.#bar += 1) {
      const bar = this.#bar;
      const open = candles.open[bar] ?? 0;
      this.#trade(open);
      this.#go('buy', open, candles.low[bar] ?? 0);
      this.#go('sell', open, candles.high[bar] ?? 0);
      closing.push(bar);
      const next = candles.minute[bar + 1];
      if (minutes === null || next === undefined) continue;
      if (Math.floor((candles.minute[bar] ?? 0) / minutes) === Math.floor(next / minutes)) continue;
      this.#close(closing);
      closing = [];
    }
  }

  #close(bars: readonly number[]): void {
    const { candles } = this.#input;
    const close = candles.close[this.#bar] ?? 0;
    this.#last = close;
    this.#cause = null;
    this.#hear({
      kind: 'candle',
      open: candles.open[bars[0] ?? 0] ?? 0,
      high: Math.max(...bars.map((nth) => candles.high[nth] ?? 0)),
      low: Math.min(...bars.map((nth) => candles.low[nth] ?? 0)),
      close,
    });
  }

  #context() {
    return { market: this.#input.market, holdings: { quote: this.quote, base: this.base }, now: 0 };
  }

  #isFree({ side, lots }: RobotOrder, price: number): boolean {
    const { market } = this.#input;
    const resting = this.#orders.filter((order) => order.side === side && order.ticks !== null);
    if (side === 'buy') {
      const frozen = resting.reduce((sum, one) => sum + lotsValue(market, one.ticks ?? 0, one.lots), 0n);
      return lotsValue(market, price, lots) + frozen <= this.quote;
    }
    const frozen = resting.reduce((sum, one) => sum + BigInt(one.lots) * market.lotUnits, 0n);
    return BigInt(lots) * market.lotUnits + frozen <= this.base;
  }

  #hear(event: RobotEvent): void {
    const { parameters } = this.#input;
    this.#step = strategyOf(parameters).on(parameters, this.#step.state, event, this.#context());
    this.#act();
  }

  /** Cancels come first, and what is heard of them is acted upon with the next round. */
  #act(): void {
    const { parameters } = this.#input;
    let waiting = { cancels: [...this.#step.cancels], orders: [...this.#step.orders] };
    while (waiting.cancels.length + waiting.orders.length > 0) {
      const now = waiting;
      waiting = { cancels: [], orders: [] };
      const tell = (order: RobotOrder) => {
        this.#step = strategyOf(parameters).on(parameters, this.#step.state, unfilled(order), this.#context());
        waiting.cancels.push(...this.#step.cancels);
        waiting.orders.push(...this.#step.orders);
      };
      for (const ref of now.cancels) {
        const order = this.#orders.find((one) => one.ref === ref);
        this.#orders = this.#orders.filter((one) => one.ref !== ref);
        if (order !== undefined) tell(order);
      }
      for (const order of now.orders) {
        if (now.cancels.includes(order.ref) || !this.#isTaken(order)) tell(order);
        else this.#stand(order);
      }
    }
  }

  #isTaken(order: RobotOrder): boolean {
    const { ticks, lots } = order;
    if (ticks === null) return true;
    const isNear = isWithinFactor(BigInt(ticks), BigInt(this.#last), spotPriceFactor);
    return isOrder(this.#input.market, ticks, lots) && isNear && this.#isFree(order, ticks);
  }

  #stand(order: RobotOrder): void {
    const { ticks, side } = order;
    const takes = ticks !== null && (side === 'buy' ? ticks >= this.#last : ticks <= this.#last);
    this.#orders.push({ ...order, bar: this.#bar, takes, cause: this.#cause });
  }

  #fill({ ref, side, lots }: RobotOrder, price: number, ppm: bigint): void {
    const { market } = this.#input;
    const value = lotsValue(market, price, lots);
    const coins = BigInt(lots) * market.lotUnits;
    const fill = { kind: 'fill', ref, side, ticks: price, lots, done: true } as const;
    this.sums.trades += 1;
    if (side === 'buy') {
      const received = coins - feeOn(coins, ppm);
      this.sums.fees += (value * ppm) / million;
      this.quote -= value;
      this.base += received;
      this.#hear({ ...fill, received, given: value });
      return;
    }
    const fee = feeOn(value, ppm);
    this.sums.fees += fee;
    this.sums.pairs += 1;
    this.quote += value - fee;
    this.base -= coins;
    this.#hear({ ...fill, received: value - fee, given: coins });
  }

  /** The price goes from one end of the bar to another: what stands between is met in its order. */
  #go(side: 'buy' | 'sell', from: number, to: number): void {
    const { market } = this.#input;
    const isDown = side === 'buy';
    let reached = from;
    const reach = (ticks: number) => {
      reached = isDown ? Math.min(reached, ticks) : Math.max(reached, ticks);
      this.#cause = reached;
    };
    for (;;) {
      const met = this.#orders
        .filter((order) => order.side === side && order.ticks !== null && order.bar < this.#bar)
        .filter(({ ticks }) => (isDown ? (ticks ?? 0) > to : (ticks ?? 0) < to))
        .toSorted((a, b) => (isDown ? -1 : 1) * ((a.ticks ?? 0) - (b.ticks ?? 0)) || a.ref - b.ref)[0];
      const bound = isDown ? this.#step.watch.below : this.#step.watch.above;
      const watched = bound !== null && (isDown ? bound >= to : bound <= to) ? bound : null;
      const ticks = met?.ticks ?? null;
      if (met !== undefined && ticks !== null && (watched === null || (isDown ? ticks >= watched : ticks <= watched))) {
        this.#orders = this.#orders.filter((order) => order !== met);
        this.#last = ticks;
        reach(ticks);
        this.#fill(met, ticks, met.takes ? market.takerFeePpm : market.makerFeePpm);
        continue;
      }
      if (watched === null) return;
      reach(watched);
      this.#last = reached;
      this.#hear({ kind: 'watch', ticks: reached });
    }
  }

  #trade(open: number): void {
    const { market } = this.#input;
    const wanted = this.#orders.filter(({ ticks }) => ticks === null);
    this.#orders = this.#orders.filter(({ ticks }) => ticks !== null);
    for (const order of wanted) {
      const { side, lots, cause } = order;
      const worst = side === 'buy' ? Math.max(open, cause ?? open) : Math.min(open, cause ?? open);
      const spread = Math.max(1, Math.ceil(worst / 5_000));
      const price = side === 'buy' ? worst + spread : Math.max(1, worst - spread);
      this.#last = open;
      this.#cause = null;
      // What follows stands in the book before this bar.
      this.#bar -= 1;
      if (isOrder(market, price, lots) && this.#isFree(order, price)) this.#fill(order, price, market.takerFeePpm);
      else this.#hear(unfilled(order));
      this.#bar += 1;
    }
  }
}

function unfilled({ ref, side, ticks }: RobotOrder): RobotEvent {
  return { kind: 'fill', ref, side, ticks: ticks ?? 0, lots: 0, received: 0n, given: 0n, done: true };
}

/** What a run comes to. */
export function naiveRun(input: BackTestInput) {
  const run = new NaiveRun(input);
  run.run();
  const value = run.quote + baseValue(input.market, run.base, input.candles.close.at(-1) ?? 0);
  return { value, ...run.sums };
}
