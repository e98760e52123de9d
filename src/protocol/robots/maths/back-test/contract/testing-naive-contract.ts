import type { Units } from '#protocol/core/brand.ts';
import { isDue } from '#protocol/contracts/maths/liquidation.ts';
import { feeOn, million } from '#protocol/core/fees.ts';
import { lotsValue } from '#protocol/contracts/maths/orders.ts';
import { contractOf } from '#protocol/robots/maths/contract-grid/cells.ts';
import { strategyOf } from '#protocol/robots/maths/strategies.ts';
import type { RobotEvent, RobotOrder, RobotStep } from '#protocol/robots/maths/strategy.ts';
import { never } from '#protocol/robots/maths/sizing.ts';
import type { BackTestInput } from '../back-test-result.ts';

interface Own extends RobotOrder {
  readonly bar: number;
  readonly cause: number | null;
  /** Of the position it opened. */
  opened: { readonly nth: number; readonly bar: number; readonly cost: Units; margin: Units; day: number } | null;
}

/** The rules of a back-test on a contract as plainly as they can be written: everything is looked at in every bar. */
class NaiveContractRun {
  quote: Units;
  readonly sums = { trades: 0, pairs: 0, liquidated: 0, fees: 0n };
  readonly #input: BackTestInput;
  #own: Own[] = [];
  #step: RobotStep<unknown> = { state: null, cancels: [], orders: [], watch: never };
  #last = 0;
  #bar = 0;
  #day = 0;
  #cause: number | null = null;

  constructor(input: BackTestInput) {
    this.#input = input;
    this.quote = input.amount;
  }

  run(): void {
    const { parameters, candles } = this.#input;
    this.#last = candles.close[0] ?? 0;
    this.#day = Math.floor((candles.minute[0] ?? 0) / 1_440);
    this.#step = strategyOf(parameters).start(parameters, this.#context(), this.#last);
    this.#act();
    for (let bar = 1; bar < candles.minute.length; bar += 1) {
      const [open, low, high] = [candles.open[bar] ?? 0, candles.low[bar] ?? 0, candles.high[bar] ?? 0];
      this.#night(Math.floor((candles.minute[bar] ?? 0) / 1_440));
      this.#trade(bar, open);
      this.#bar = bar;
      this.#liquidate(low, high);
      this.#fill(low, high);
      this.#liquidate(low, high);
      this.#profit(low, high);
      this.#watch(open, low, high);
    }
  }

  value(price: number): Units {
    return this.#open().reduce((sum, one) => sum + this.#profitOf(one, price), this.quote);
  }

  /** Open positions in the order of their opening, in which they are liquidated as well. */
  #open() {
    return this.#own
      .filter(({ opened }) => opened !== null)
      .toSorted((a, b) => (a.opened?.nth ?? 0) - (b.opened?.nth ?? 0));
  }

  #profitOf({ side, lots, opened }: Own, price: number): Units {
    const value = lotsValue(this.#input.market, price, lots);
    const cost = opened?.cost ?? 0n;
    return side === 'buy' ? value - cost : cost - value;
  }

  #night(day: number): void {
    this.#day = day;
    for (const { opened } of this.#own) {
      if (opened === null || opened.day >= day) continue;
      const asked = feeOn(opened.cost, contractOf(this.#input.market).overnightFeePpm);
      const fee = asked < opened.margin ? asked : opened.margin;
      opened.margin -= fee;
      opened.day = day;
      this.quote -= fee;
      this.sums.fees += fee;
    }
  }

  #trade(bar: number, open: number): void {
    for (const one of this.#own.filter(({ ticks, opened }) => ticks === null && opened === null)) {
      this.#bar = bar - 1;
      [this.#last, this.#cause] = [open, null];
      const from =
        one.cause === null ? open : one.side === 'buy' ? Math.max(open, one.cause) : Math.min(open, one.cause);
      this.#enter(one, this.#worse(one.side, from));
    }
  }

  #fill(low: number, high: number): void {
    const { ticksOf } = { ticksOf: ({ ticks }: Own) => ticks ?? 0 };
    const waiting = this.#own.filter(({ ticks, bar, opened }) => ticks !== null && opened === null && bar < this.#bar);
    const buys = waiting.filter((one) => one.side === 'buy' && low < ticksOf(one));
    const sells = waiting.filter((one) => one.side === 'sell' && high > ticksOf(one));
    for (const one of [
      ...buys.toSorted((a, b) => ticksOf(b) - ticksOf(a) || a.ref - b.ref),
      ...sells.toSorted((a, b) => ticksOf(a) - ticksOf(b) || a.ref - b.ref),
    ]) {
      [this.#last, this.#cause] = [ticksOf(one), ticksOf(one)];
      this.#enter(one, ticksOf(one));
    }
  }

  #enter(one: Own, price: number): void {
    const contract = contractOf(this.#input.market);
    const cost = lotsValue(contract, price, one.lots);
    const leverage = BigInt(one.opens?.leverage ?? 1);
    const margin = (cost + leverage - 1n) / leverage;
    const fee = feeOn(cost, contract.openFeePpm);
    const exit = one.opens?.closesAt ?? 0;
    const isRight = one.side === 'buy' ? exit > price : exit < price;
    const others = this.#own.filter((other) => other !== one);
    if (!isRight || margin + fee > this.#free(others)) return this.#drop(one);
    one.opened = { nth: this.sums.trades, bar: this.#bar, cost, margin, day: this.#day };
    this.quote -= fee;
    this.sums.fees += fee;
    this.sums.trades += 1;
    const { ref, side, lots } = one;
    this.#hear({ kind: 'fill', ref, side, ticks: price, lots, received: 0n, given: 0n, done: true });
  }

  #liquidate(low: number, high: number): void {
    for (const one of this.#open()) {
      const side = one.side === 'buy' ? ('long' as const) : ('short' as const);
      const extreme = side === 'long' ? low : high;
      const sideCost = this.#open().reduce(
        (sum, other) => (other.side === one.side ? sum + (other.opened?.cost ?? 0n) : sum),
        0n,
      );
      const stake = { side, lots: one.lots, cost: one.opened?.cost ?? 0n, margin: one.opened?.margin ?? 0n };
      if (!isDue(contractOf(this.#input.market), stake, extreme, sideCost)) continue;
      // Where exactly it ends is found by walking towards it.
      let end = extreme;
      const back = side === 'long' ? 1 : -1;
      while (isDue(contractOf(this.#input.market), stake, end + back, sideCost)) end += back;
      this.quote -= stake.margin;
      this.sums.liquidated += 1;
      this.#leave(one, end);
    }
  }

  #profit(low: number, high: number): void {
    const reached = this.#open().filter(({ side, opens, opened }) => {
      const exit = opens?.closesAt ?? 0;
      return (opened?.bar ?? 0) < this.#bar && (side === 'buy' ? high >= exit : low <= exit);
    });
    for (const one of reached.toSorted((a, b) => a.ref - b.ref)) {
      const price = this.#worse(one.side === 'buy' ? 'sell' : 'buy', one.opens?.closesAt ?? 0);
      const profit = this.#profitOf(one, price);
      const left = (one.opened?.margin ?? 0n) + profit;
      const asked = feeOn(lotsValue(this.#input.market, price, one.lots), contractOf(this.#input.market).closeFeePpm);
      const fee = left <= 0n ? 0n : asked < left ? asked : left;
      this.quote += (left < 0n ? 0n - (one.opened?.margin ?? 0n) : profit) - fee;
      this.sums.fees += fee;
      this.sums.pairs += 1;
      this.#leave(one, one.opens?.closesAt ?? 0, price);
    }
  }

  #leave(one: Own, cause: number, price = cause): void {
    this.#own = this.#own.filter((other) => other !== one);
    this.sums.trades += 1;
    [this.#last, this.#cause] = [cause, cause];
    this.#hear({ kind: 'closed', ref: one.ref, ticks: price, lots: one.lots });
  }

  #watch(open: number, low: number, high: number): void {
    for (let round = 0; round < 500; round += 1) {
      const { below } = this.#step.watch;
      if (below === null || low > below) break;
      this.#see(Math.min(open, below));
    }
    for (let round = 0; round < 500; round += 1) {
      const { above } = this.#step.watch;
      if (above === null || high < above) break;
      this.#see(Math.max(open, above));
    }
  }

  #see(ticks: number): void {
    [this.#last, this.#cause] = [ticks, ticks];
    this.#hear({ kind: 'watch', ticks });
  }

  #worse(side: 'buy' | 'sell', ticks: number): number {
    const away = Math.max(1, Math.ceil((ticks * 200) / Number(million)));
    return side === 'buy' ? ticks + away : Math.max(1, ticks - away);
  }

  #free(own: readonly Own[]): Units {
    const contract = contractOf(this.#input.market);
    return own.reduce((left, { ticks, lots, opens, opened }) => {
      if (opened !== null) return left - opened.margin;
      if (ticks === null) return left;
      const cost = lotsValue(contract, ticks, lots);
      const leverage = BigInt(opens?.leverage ?? 1);
      return left - (cost + leverage - 1n) / leverage - feeOn(cost, contract.openFeePpm);
    }, this.quote);
  }

  #context() {
    const { market } = this.#input;
    const quote = this.#open().reduce((left, { opened }) => left - (opened?.margin ?? 0n), this.quote);
    return { market, holdings: { quote, base: 0n }, now: 0 };
  }

  #drop(one: Own): void {
    this.#own = this.#own.filter((other) => other !== one);
    const { ref, side, ticks } = one;
    this.#hear({ kind: 'fill', ref, side, ticks: ticks ?? 0, lots: 0, received: 0n, given: 0n, done: true });
  }

  #hear(event: RobotEvent): void {
    const { parameters } = this.#input;
    this.#step = strategyOf(parameters).on(parameters, this.#step.state, event, this.#context());
    this.#act();
  }

  #act(): void {
    for (const order of this.#step.orders) {
      const own: Own = { ...order, bar: this.#bar, cause: this.#cause, opened: null };
      const isBeyond =
        order.ticks !== null && (order.side === 'buy' ? order.ticks > this.#last : order.ticks < this.#last);
      const isWanting = order.ticks !== null && this.#free([...this.#own, own]) < 0n;
      if (isBeyond || isWanting) this.#drop(own);
      else this.#own.push(own);
    }
  }
}

/** What a grid on a contract comes to, without any of the haste of `contractTest`. */
export function naiveContractRun(input: BackTestInput) {
  const run = new NaiveContractRun(input);
  run.run();
  return { value: run.value(input.candles.close.at(-1) ?? 0), ...run.sums };
}
