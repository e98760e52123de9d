import type { DevicePx } from './px.ts';

/** A linear scale of a pane: a value stands at `top + (max - value) * perUnit`. */
export interface Scale {
  readonly min: number;
  readonly max: number;
  readonly top: DevicePx;
  readonly bottom: DevicePx;
  /** Pixels for one unit. */
  readonly perUnit: DevicePx;
}

/** A part of the time axis: candle `i` has its middle at `origin + i * step`. */
export interface TimeSpan {
  /** First and last candle that is drawn. */
  readonly from: number;
  readonly to: number;
  readonly origin: DevicePx;
  /** From candle to candle. */
  readonly step: DevicePx;
}

/** Where a value stands. */
export function toPixel(scale: Scale, value: number): DevicePx {
  return scale.top + (scale.max - value) * scale.perUnit;
}

export type ValueRange = [min: number, max: number];

/** Room above and below the candles, as a share of the pane. */
const marginShare = 0.1;

/**
 * A range with room at both ends. A flat one is widened, so that one candle, or a market that did not move, stands in
 * the middle.
 */
export function widened([min, max]: ValueRange, share = marginShare): ValueRange {
  let [low, high] = [min, max];
  if (!(high > low)) {
    const reach = Math.abs(low) * 0.005 || 1;
    low -= reach;
    high += reach;
  }
  const room = ((high - low) * share) / (1 - 2 * share);
  return [low - room, high + room];
}

/** Steps that a range of values is widened by, so that its scale stays while its values move a little. */
const steadySteps = 16;

/** A range moved outwards to coarse steps: a running candle that is the extreme does not move the scale with every tick. */
export function steadyRange([min, max]: ValueRange): ValueRange {
  const range = max - min;
  if (!(range > 0)) return [min, max];
  const step = 2 ** Math.floor(Math.log2(range)) / (steadySteps / 2);
  return [Math.floor(min / step) * step, Math.ceil(max / step) * step];
}

/**
 * Candles keep at least this share of their range, whatever else wants to be in view: what is farther away is pinned to
 * the edge instead.
 */
const candlesShareLeast = 0.75;

/** A range widened to prices that should be in view, the nearest first, as long as the candles keep their share. */
export function reachedRange([min, max]: ValueRange, prices: readonly number[]): ValueRange {
  const away = (price: number) => Math.max(min - price, price - max);
  const most = (max - min) / candlesShareLeast;
  let [low, high] = [min, max];
  for (const price of prices.toSorted((a, b) => away(a) - away(b))) {
    const [lower, higher] = [Math.min(low, price), Math.max(high, price)];
    if (higher - lower > most) break;
    [low, high] = [lower, higher];
  }
  return [low, high];
}

/** Steps users count in. */
const stepFactors = [1, 2, 2.5, 5, 10];

/**
 * Round values within a scale, about `wanted` of them.
 *
 * @param least the smallest step that can be written, as 0.1 for one place; lines closer than that would repeat a label
 */
export function roundValues(min: number, max: number, wanted: number, least: number): number[] {
  const rough = (max - min) / Math.max(1, wanted);
  if (!(rough > 0) || !Number.isFinite(rough)) return [];
  const magnitude = 10 ** Math.floor(Math.log10(rough));
  const factor = stepFactors.find((candidate) => candidate * magnitude >= rough) ?? 10;
  const step = Math.max(factor * magnitude, least);
  const values: number[] = [];
  for (let count = Math.ceil(min / step); count * step <= max; count += 1) values.push(count * step);
  return values;
}
