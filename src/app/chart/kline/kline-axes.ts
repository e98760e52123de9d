import { useFont } from '../canvas-text.ts';
import type { FrameLabels, KlineFrame, KlineState } from './kline-frame.ts';
import { toPixel } from '../price-scale.ts';

/** A label of the time axis this near to the plot's edges would be cut. CSS pixels. */
const edgePx = 22;
/** From the plot to the labels. CSS pixels. */
const gapPx = 6;

/**
 * Paints the grid and what stands on the axes: round prices at the right, round moments below.
 *
 * @param hidden prices whose labels make room for the last price's tag; their lines stay
 */
export function paintAxes(
  context: CanvasRenderingContext2D,
  state: KlineState,
  frame: KlineFrame,
  labels: FrameLabels,
  hidden: readonly number[],
): void {
  const { plot, price, span, pixelRatio } = frame;
  const { format, palette } = state;
  const heights = labels.prices.map((value) => Math.round(toPixel(price, value)));
  const places = labels.times.map(({ index }) => Math.round(span.origin + index * span.step));
  paintGrid(context, frame, palette.grid, heights, places);
  const gap = Math.round(gapPx * pixelRatio);
  useFont(context, palette.fontFamily, pixelRatio, 400);
  context.fillStyle = palette.text3;
  context.textAlign = 'center';
  context.textBaseline = 'top';
  const edge = edgePx * pixelRatio;
  for (const [at, { atMs, detail }] of labels.times.entries()) {
    const x = places[at]!;
    if (x < edge || x > plot.right - edge) continue;
    context.fillText(format.time(atMs, detail), x, plot.bottom + gap);
  }
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  for (const [at, value] of labels.prices.entries()) {
    if (!hidden.includes(at)) context.fillText(format.price(value), plot.right + gap, heights[at]!);
  }
}

/** One rectangle per line, all of one colour: no path has to be stroked. */
function paintGrid(
  context: CanvasRenderingContext2D,
  { plot, pixelRatio }: KlineFrame,
  colour: string,
  heights: readonly number[],
  places: readonly number[],
): void {
  const thick = Math.max(1, Math.round(pixelRatio));
  const before = Math.floor(thick / 2);
  context.fillStyle = colour;
  for (const x of places) context.fillRect(x - before, plot.top, thick, plot.bottom - plot.top);
  for (const y of heights) context.fillRect(plot.left, y - before, plot.right - plot.left, thick);
}
