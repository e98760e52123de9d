import type uPlot from 'uplot';
import { textWidth, useFont } from '../canvas-text.ts';
import { scaleOf, spanOf } from '../plot.ts';
import { toPixel } from '../price-scale.ts';
import { type CssPx, type DevicePx, toDevice } from '../px.ts';
import type { KlineState } from './kline-state.ts';

const leaderPx: CssPx = 14;
const gapPx: CssPx = 3;

/** Writes the highest and the lowest price in view beside their candles. */
export function paintExtremes(plot: uPlot, state: KlineState): void {
  const [from, to] = plot.series[0]!.idxs ?? [0, -1];
  if (to < from) return;
  const { candles, kind } = state;
  const highs = kind === 'line' ? candles.closes : candles.highs;
  const lows = kind === 'line' ? candles.closes : candles.lows;
  let highest = from;
  let lowest = from;
  for (let index = from + 1; index <= to; index += 1) {
    if (highs[index]! > highs[highest]!) highest = index;
    if (lows[index]! < lows[lowest]!) lowest = index;
  }
  const span = spanOf(plot, from, to);
  const scale = scaleOf(plot);
  plot.ctx.save();
  useFont(plot.ctx, state.palette.fontFamily, 400);
  const paint = (index: number, value: number) =>
    paintExtreme(plot, state, state.format.price(value), span.origin + index * span.step, toPixel(scale, value));
  paint(highest, highs[highest]!);
  if (lowest !== highest) paint(lowest, lows[lowest]!);
  plot.ctx.restore();
}

/** One extreme with a short line to its candle, on the side that has room. */
function paintExtreme({ ctx, bbox }: uPlot, { palette }: KlineState, text: string, x: DevicePx, y: DevicePx): void {
  const [reach, gap] = [toDevice(leaderPx), toDevice(gapPx)];
  const toRight = x + reach + textWidth(ctx, text) + 2 * gap < bbox.left + bbox.width;
  const direction = toRight ? 1 : -1;
  ctx.fillStyle = palette.text2;
  ctx.fillRect(toRight ? x : x - reach, Math.round(y), reach, 1);
  ctx.textBaseline = 'middle';
  ctx.textAlign = toRight ? 'left' : 'right';
  ctx.fillText(text, x + direction * (reach + gap), y);
}
