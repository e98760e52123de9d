import type { CandleColumns } from './candle-store.ts';
import type { Scale, TimeSpan } from '../price-scale.ts';
import { type DevicePx, toDevice } from '../px.ts';

/** Share of the step a body fills. */
const bodyShare = 0.64;
const volumeAlpha = 0.55;
/** Numbers of one rectangle: x, y, width, height. */
const rectangleSize = 4;

/**
 * Rectangles of one colour, gathered to be filled in one pass: the fill style is set once, and `fillRect`
 * costs a fraction of a path with as many rectangles. Kept between draws, so that a draw makes no garbage.
 */
interface Rectangles {
  numbers: Float64Array;
  count: number;
}

const ups: Rectangles = { numbers: new Float64Array(4_096), count: 0 };
const downs: Rectangles = { numbers: new Float64Array(4_096), count: 0 };

function gather(into: Rectangles, x: DevicePx, y: DevicePx, width: DevicePx, height: DevicePx): void {
  let at = into.count * rectangleSize;
  if (at + rectangleSize > into.numbers.length) {
    const larger = new Float64Array(into.numbers.length * 2);
    larger.set(into.numbers);
    into.numbers = larger;
  }
  const { numbers } = into;
  numbers[at] = x;
  numbers[(at += 1)] = y;
  numbers[(at += 1)] = width;
  numbers[(at += 1)] = height;
  into.count += 1;
}

function fill(context: CanvasRenderingContext2D, rectangles: Rectangles, colour: string): void {
  const { numbers, count } = rectangles;
  context.fillStyle = colour;
  for (let at = 0; at < count * rectangleSize; at += rectangleSize) {
    context.fillRect(numbers[at]!, numbers[at + 1]!, numbers[at + 2]!, numbers[at + 3]!);
  }
  rectangles.count = 0;
}

/** Widths on the device's pixel grid: an odd wick goes with an odd body, so that both share their middle. */
function candleWidths(step: DevicePx): { body: DevicePx; wick: DevicePx } {
  const wick = Math.max(1, Math.min(Math.round(toDevice(1)), Math.floor(step * 0.5)));
  let body = Math.max(wick, Math.round(step * bodyShare));
  if ((body - wick) % 2 !== 0) body = body > wick + 1 ? body - 1 : body + 1;
  return { body, wick };
}

/** Draws candles: bodies and wicks of each colour in one pass. Candles that share a device pixel become one. */
export function paintCandles(
  context: CanvasRenderingContext2D,
  candles: CandleColumns,
  span: TimeSpan,
  scale: Scale,
  colours: { readonly up: string; readonly down: string },
): void {
  if (span.step < 1) gatherColumns(candles, span, scale);
  else gatherCandles(candles, span, scale);
  fill(context, ups, colours.up);
  fill(context, downs, colours.down);
}

function gatherCandles(candles: CandleColumns, span: TimeSpan, scale: Scale): void {
  const { opens, highs, lows, closes } = candles;
  const { from, to, origin, step } = span;
  const { top, max, perUnit } = scale;
  const { body, wick } = candleWidths(step);
  const bodyLeft = body / 2;
  const wickLeft = wick / 2;
  for (let index = from; index <= to; index += 1) {
    const open = opens[index]!;
    const close = closes[index]!;
    const into = close >= open ? ups : downs;
    const middle = origin + index * step;
    const high = Math.round(top + (max - highs[index]!) * perUnit);
    const low = Math.round(top + (max - lows[index]!) * perUnit);
    gather(into, Math.round(middle - wickLeft), high, wick, Math.max(1, low - high));
    if (body === wick) continue;
    const head = Math.round(top + (max - (close >= open ? close : open)) * perUnit);
    const foot = Math.round(top + (max - (close >= open ? open : close)) * perUnit);
    gather(into, Math.round(middle - bodyLeft), head, body, Math.max(1, foot - head));
  }
}

/** One rectangle per device pixel: from the highest to the lowest of its candles, coloured from first open to last close. */
function gatherColumns(candles: CandleColumns, span: TimeSpan, scale: Scale): void {
  const { opens, highs, lows, closes } = candles;
  const { from, to, origin, step } = span;
  const { top, max, perUnit } = scale;
  let index = from;
  while (index <= to) {
    const column = Math.floor(origin + index * step);
    const next = Math.min(to + 1, Math.max(index + 1, Math.ceil((column + 1 - origin) / step)));
    let highest = highs[index]!;
    let lowest = lows[index]!;
    for (let at = index + 1; at < next; at += 1) {
      if (highs[at]! > highest) highest = highs[at]!;
      if (lows[at]! < lowest) lowest = lows[at]!;
    }
    const high = Math.round(top + (max - highest) * perUnit);
    const low = Math.round(top + (max - lowest) * perUnit);
    gather(closes[next - 1]! >= opens[index]! ? ups : downs, column, high, 1, Math.max(1, low - high));
    index = next;
  }
}

/** Draws volume bars in the direction of their candles; bars that share a device pixel become the highest of them. */
export function paintVolumes(
  context: CanvasRenderingContext2D,
  candles: CandleColumns,
  span: TimeSpan,
  scale: Scale,
  colours: { readonly up: string; readonly down: string },
): void {
  const { opens, closes, volumes } = candles;
  const { from, to, origin, step } = span;
  const { bottom, perUnit } = scale;
  const width = step < 1 ? 1 : candleWidths(step).body;
  let index = from;
  while (index <= to) {
    const middle = origin + index * step;
    let next = index + 1;
    let volume = volumes[index]!;
    if (step < 1) {
      const column = Math.floor(middle);
      next = Math.min(to + 1, Math.max(next, Math.ceil((column + 1 - origin) / step)));
      for (let at = index + 1; at < next; at += 1) if (volumes[at]! > volume) volume = volumes[at]!;
    }
    const height = Math.round(volume * perUnit);
    const left = step < 1 ? Math.floor(middle) : Math.round(middle - width / 2);
    if (height > 0) gather(closes[next - 1]! >= opens[index]! ? ups : downs, left, bottom - height, width, height);
    index = next;
  }
  context.globalAlpha = volumeAlpha;
  fill(context, ups, colours.up);
  fill(context, downs, colours.down);
  context.globalAlpha = 1;
}

/** Draws bars from the zero line, positive and negative in their colours; used for MACD. */
export function paintBars(
  context: CanvasRenderingContext2D,
  values: Float64Array,
  span: TimeSpan,
  scale: Scale,
  colours: { readonly up: string; readonly down: string },
): void {
  const { from, to, origin, step } = span;
  const zero = Math.round(scale.top + scale.max * scale.perUnit);
  const width = step < 1 ? 1 : candleWidths(step).body;
  let column = Number.NEGATIVE_INFINITY;
  for (let index = from; index <= to; index += 1) {
    const value = values[index]!;
    const middle = origin + index * step;
    const left = step < 1 ? Math.floor(middle) : Math.round(middle - width / 2);
    // NaN and candles that share a pixel with the one before them.
    if (!Number.isFinite(value) || (step < 1 && left === column)) continue;
    column = left;
    const height = Math.max(1, Math.round(Math.abs(value) * scale.perUnit));
    if (value >= 0) gather(ups, left, zero - height, width, height);
    else gather(downs, left, zero, width, height);
  }
  fill(context, ups, colours.up);
  fill(context, downs, colours.down);
}
