import type { Ticks, Units } from '#protocol/core/brand.ts';
import { million } from '#protocol/core/fees.ts';
import type { RobotHoldings, RobotMarket } from '../strategy.ts';

/** Most points of a curve. */
export const curvePointsMax = 400;

/** The course of a back-test. Shares of what was put in, for charts: 0.05 is 5 % above it. */
export interface Curve {
  /** The last bar of each point. */
  readonly bar: Int32Array;
  readonly robot: Float64Array;
  readonly holding: Float64Array;
  /** The deepest fall behind the highest value before, within the bars of each point: 0.2 is 20 % below it. */
  readonly drawdown: Float64Array;
}

/**
 * Measures values bar by bar. What is measured here is drawn and compared, never paid: numbers do.
 *
 * The deepest fall is that of the lows against the highest close before, of the robot as of holding.
 */
export class Equity {
  readonly curve: Curve;
  drawdown = 0;
  holdingDrawdown = 0;
  #quote: number;
  #coins = 0;
  #held = 0;
  #peak: number;
  #holdingPeak: number;
  #point = 0;
  #pointEnd: number;
  #worst = 0;
  readonly #amount: number;
  readonly #bars: number;
  readonly #market: RobotMarket;

  constructor(market: RobotMarket, amount: Units, bars: number) {
    const points = Math.min(curvePointsMax, bars);
    this.#market = market;
    this.#amount = Number(amount);
    this.#bars = bars;
    this.#quote = this.#amount;
    this.#peak = this.#amount;
    this.#holdingPeak = this.#amount;
    this.curve = {
      bar: new Int32Array(points),
      robot: new Float64Array(points),
      holding: new Float64Array(points),
      drawdown: new Float64Array(points),
    };
    this.#pointEnd = this.#endOf(0);
  }

  /** Takes what is held from now on. */
  hold({ quote, base }: RobotHoldings): void {
    const { unitsPerTickLot, lotUnits } = this.#market;
    this.#quote = Number(quote);
    this.#coins = (Number(base) * Number(unitsPerTickLot)) / Number(lotUnits);
  }

  /** Everything was put into the coin at a price, with the fee of a market order, to be compared with. */
  buyAndHold(price: Ticks): void {
    const fee = Number(this.#market.takerFeePpm) / Number(million);
    this.#held = (this.#amount * (1 - fee)) / price;
  }

  /** What holding comes to at a price, in quote units. */
  holdingValue(price: Ticks): number {
    return this.#held === 0 ? this.#amount : this.#held * price;
  }

  /** The value of the robot at a price, in quote units. */
  value(price: Ticks): number {
    return this.#quote + this.#coins * price;
  }

  /** Counts a bar. Bars come in their order, every one once. @param worst the price in it at which the robot is worth least */
  count(bar: number, low: Ticks, close: Ticks, worst = low): void {
    const fall = 1 - (this.#quote + this.#coins * worst) / this.#peak;
    if (fall > this.#worst) this.#worst = fall;
    const value = this.#quote + this.#coins * close;
    if (value > this.#peak) this.#peak = value;
    if (this.#held > 0) {
      const holdingFall = 1 - (this.#held * low) / this.#holdingPeak;
      if (holdingFall > this.holdingDrawdown) this.holdingDrawdown = holdingFall;
      const holding = this.#held * close;
      if (holding > this.#holdingPeak) this.#holdingPeak = holding;
    }
    if (bar === this.#pointEnd) this.#end(bar, value, close);
  }

  #end(bar: number, value: number, close: Ticks): void {
    const { curve } = this;
    const point = this.#point;
    curve.bar[point] = bar;
    curve.robot[point] = value / this.#amount - 1;
    curve.holding[point] = this.holdingValue(close) / this.#amount - 1;
    curve.drawdown[point] = this.#worst;
    if (this.#worst > this.drawdown) this.drawdown = this.#worst;
    this.#worst = 0;
    this.#point += 1;
    this.#pointEnd = this.#endOf(this.#point);
  }

  /** The last bar of a point: the last point ends with the last bar. */
  #endOf(point: number): number {
    return Math.floor(((point + 1) * this.#bars) / this.curve.bar.length) - 1;
  }
}
