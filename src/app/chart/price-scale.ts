/** A linear scale in device pixels: the value at the top of a pane and how many pixels one unit takes. */
export interface Scale {
  readonly min: number;
  readonly max: number;
  /** Device pixels. */
  readonly top: number;
  readonly bottom: number;
  /** Pixels for one unit; a value stands at `top + (max - value) * perUnit`. */
  readonly perUnit: number;
}

/** Room above and below the candles, as a share of the pane. */
const marginShare = 0.1;

/**
 * The scale of a pane that shows `min` to `max` with room at both ends. A flat range is widened, so that
 * one candle, or a market that did not move, stands in the middle.
 */
export function makeScale(min: number, max: number, top: number, bottom: number, share = marginShare): Scale {
  let low = min;
  let high = max;
  if (!(high > low)) {
    const reach = Math.abs(low) * 0.005 || 1;
    low -= reach;
    high += reach;
  }
  const room = ((high - low) * share) / (1 - 2 * share);
  return spanScale(low - room, high + room, top, bottom);
}

/** The scale that shows exactly `min` to `max`. */
export function spanScale(min: number, max: number, top: number, bottom: number): Scale {
  return { min, max, top, bottom, perUnit: Math.max(0, bottom - top) / (max - min) };
}

/** Steps that a range of values is widened by, so that its scale stays while its values move a little. */
const steadySteps = 16;

/** `min` and `max` moved outwards to coarse steps: a running candle that is the extreme does not move the scale with every tick. */
export function steadyRange(min: number, max: number): { min: number; max: number } {
  const range = max - min;
  if (!(range > 0)) return { min, max };
  const step = 2 ** Math.floor(Math.log2(range)) / (steadySteps / 2);
  return { min: Math.floor(min / step) * step, max: Math.ceil(max / step) * step };
}

/** Where a value stands, in device pixels. */
export function toPixel(scale: Scale, value: number): number {
  return scale.top + (scale.max - value) * scale.perUnit;
}

/** The value at a height in device pixels. */
export function toValue(scale: Scale, pixel: number): number {
  return scale.max - (pixel - scale.top) / scale.perUnit;
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
