import { paintTag, textWidth, useFont } from '../canvas-text.ts';
import type { KlineFrame, KlineState } from './kline-frame.ts';
import { timeAxisPx } from '../pane-layout.ts';
import { toPixel, toValue } from '../price-scale.ts';

/** Where the crosshair is: on a candle, and at a height of the plot in device pixels, or on the candle's close. */
export interface Crosshair {
  readonly index: number;
  readonly y: number | null;
}

const dotPx = 3;

/** Paints the crosshair over the scene: its lines and the inverse tags on both axes. */
export function paintCrosshair(
  context: CanvasRenderingContext2D,
  state: KlineState,
  frame: KlineFrame,
  prices: readonly number[],
  crosshair: Crosshair,
): void {
  const { plot, pixelRatio, span, price } = frame;
  const { palette, candles } = state;
  const x = Math.round(span.origin + crosshair.index * span.step);
  const close = toPixel(price, candles.closes[crosshair.index]!);
  const y = Math.round(Math.min(plot.bottom, Math.max(plot.top, crosshair.y ?? close)));
  context.strokeStyle = palette.crosshair;
  context.lineWidth = Math.max(1, Math.round(pixelRatio));
  context.setLineDash([2 * pixelRatio, 3 * pixelRatio]);
  context.beginPath();
  context.moveTo(x, plot.top);
  context.lineTo(x, plot.bottom);
  context.moveTo(plot.left, y);
  context.lineTo(plot.right, y);
  context.stroke();
  context.setLineDash([]);
  context.fillStyle = palette.text1;
  context.beginPath();
  context.arc(x, y, dotPx * pixelRatio, 0, 2 * Math.PI);
  context.fill();
  if (y >= price.top && y <= price.bottom) paintPriceTag(context, state, frame, prices, y);
  paintTimeTag(context, state, frame, crosshair.index, x);
}

function paintPriceTag(
  context: CanvasRenderingContext2D,
  state: KlineState,
  frame: KlineFrame,
  prices: readonly number[],
  y: number,
): void {
  const { plot, pixelRatio, price } = frame;
  const { palette } = state;
  // A label of the axis that would stick out behind the tag is covered by the page's colour.
  context.fillStyle = palette.deps;
  for (const value of prices) {
    const labelY = toPixel(price, value);
    if (Math.abs(labelY - y) > 24 * pixelRatio) continue;
    context.fillRect(
      plot.right + pixelRatio,
      labelY - 7 * pixelRatio,
      (frame.axisPx - 1) * pixelRatio,
      14 * pixelRatio,
    );
  }
  paintTag(context, palette.fontFamily, pixelRatio, {
    left: plot.right + pixelRatio,
    middle: y,
    width: (frame.axisPx - 2) * pixelRatio,
    deps: palette.text1,
    colour: palette.deps,
    lines: [state.format.price(toValue(price, y))],
  });
}

function paintTimeTag(
  context: CanvasRenderingContext2D,
  state: KlineState,
  frame: KlineFrame,
  index: number,
  x: number,
): void {
  const { plot, pixelRatio } = frame;
  const { palette, candles, interval } = state;
  const whole = interval === '1d' || interval === '1w' || interval === '1M';
  const text = state.format.time(candles.times[index]!, whole ? 'date' : 'moment');
  useFont(context, palette.fontFamily, pixelRatio, 600);
  const width = textWidth(context, text) + 12 * pixelRatio;
  const left = Math.min(plot.right - width, Math.max(plot.left, x - width / 2));
  paintTag(context, palette.fontFamily, pixelRatio, {
    left,
    middle: plot.bottom + (timeAxisPx / 2) * pixelRatio,
    width,
    deps: palette.text1,
    colour: palette.deps,
    lines: [text],
  });
}
