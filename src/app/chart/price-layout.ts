import type { KlineFrame, KlineState } from './kline/kline-frame.ts';
import { toPixel } from './price-scale.ts';

/** Where prices stand in a chart, for what lies over it. CSS pixels from the chart's left and top edge. */
export interface PriceLayout {
  /** False while there is no candle: prices have no place then. */
  readonly filled: boolean;
  /** The price pane. */
  readonly top: number;
  readonly bottom: number;
  /** Right edge of the plot, where the price axis begins. */
  readonly right: number;
  readonly axis: number;
  /** The price at `top`, and how many pixels one unit of price takes. */
  readonly max: number;
  readonly perUnit: number;
  /** Height of the last price; its tag stands around it. */
  readonly last: number;
}

/** The layout of a frame. */
export function priceLayoutOf(state: KlineState, frame: KlineFrame): PriceLayout {
  const { price, plot, pixelRatio, filled } = frame;
  const last = filled ? toPixel(price, state.candles.closes[state.candles.length - 1]!) : price.top;
  return {
    filled,
    top: price.top / pixelRatio,
    bottom: price.bottom / pixelRatio,
    right: plot.right / pixelRatio,
    axis: frame.axisPx,
    max: price.max,
    perUnit: price.perUnit / pixelRatio,
    last: last / pixelRatio,
  };
}

/** Candles keep at least this share of the price pane, whatever else wants to be in view. */
const candlesShareLeast = 0.25;

/** `min` and `max` widened to prices that should be in view, the nearest first, as long as the candles keep their share. */
export function reachedRange(min: number, max: number, prices: readonly number[]): { min: number; max: number } {
  const away = (price: number) => Math.max(min - price, price - max);
  const most = (max - min) / candlesShareLeast;
  let [low, high] = [min, max];
  for (const price of prices.toSorted((a, b) => away(a) - away(b))) {
    const [lower, higher] = [Math.min(low, price), Math.max(high, price)];
    if (higher - lower > most) break;
    [low, high] = [lower, higher];
  }
  return { min: low, max: high };
}
