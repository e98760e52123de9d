import type { TimeSpan } from './kline/candle-painter.ts';
import type { Scale } from './price-scale.ts';

/**
 * Traces a line through the values in view and leaves the path on the context, to be stroked. Where many
 * candles share a device pixel only the last of them is traced: an average moves too little within a pixel
 * for the others to be seen. `NaN` is left out; values only stop at the start of a history.
 *
 * @returns the index of the first traced candle, or −1 when there is nothing to draw
 */
export function traceLine(
  context: CanvasRenderingContext2D,
  values: Float64Array,
  span: TimeSpan,
  scale: Scale,
  coarsePx = 1,
): number {
  const { origin, step, to } = span;
  const { top, max, perUnit } = scale;
  let index = span.from;
  while (index <= to && Number.isNaN(values[index]!)) index += 1;
  if (index > to) return -1;
  const first = index;
  context.beginPath();
  context.moveTo(origin + index * step, top + (max - values[index]!) * perUnit);
  const stride = Math.max(1, Math.floor(coarsePx / step));
  // Strides start at multiples of their length, so that the line does not shiver while it is dragged.
  index += stride - (index % stride);
  for (; index < to; index += stride) {
    context.lineTo(origin + index * step, top + (max - values[index]!) * perUnit);
  }
  if (to > first) context.lineTo(origin + to * step, top + (max - values[to]!) * perUnit);
  return first;
}

/** Strokes a line of `widthPx` device pixels. */
export function paintLine(
  context: CanvasRenderingContext2D,
  values: Float64Array,
  span: TimeSpan,
  scale: Scale,
  widthPx: number,
  colour: string,
): void {
  if (traceLine(context, values, span, scale, widthPx) < 0) return;
  context.strokeStyle = colour;
  context.lineWidth = widthPx;
  context.stroke();
}

/** The price as a line with a tint below it, for the `line` kind. */
export function paintPriceLine(
  context: CanvasRenderingContext2D,
  closes: Float64Array,
  span: TimeSpan,
  scale: Scale,
  widthPx: number,
  colour: string,
): void {
  const first = traceLine(context, closes, span, scale);
  if (first < 0) return;
  context.strokeStyle = colour;
  context.lineWidth = widthPx;
  context.stroke();
  context.lineTo(span.origin + span.to * span.step, scale.bottom);
  context.lineTo(span.origin + first * span.step, scale.bottom);
  context.closePath();
  context.fillStyle = colour;
  context.globalAlpha = 0.1;
  context.fill();
  context.globalAlpha = 1;
}
