import type uPlot from 'uplot';
import { useFont } from '../canvas-text.ts';
import { scaleOf, spanOf, within } from '../plot.ts';
import { type Scale, type TimeSpan, toPixel } from '../price-scale.ts';
import { type CssPx, type DevicePx, toCss, toDevice } from '../px.ts';
import { indexAtOrAfter } from './candle-store.ts';
import type { ChartMarker } from './kline-options.ts';
import type { Crosshair, KlineState } from './kline-state.ts';

const halfWidthPx: CssPx = 5;
const heightPx: CssPx = 7;
const letterGapPx: CssPx = 2;
const letterPx: CssPx = 11;
/** What a marker and its letter reach beside the middle of its candle. */
export const markerReachPx: CssPx = 8;
/** From the tip to the middle of triangle and letter. */
const middlePx: CssPx = 10;
/** A finger that is nearer than this means the marker. */
const touchPx: CssPx = 22;
const pointPx: CssPx = 10;
/** Markers of one candle and side that are nearer than this are drawn as one. */
const togetherPx: CssPx = 8;

/** The candle a marker belongs to; -1 when it is older than all. */
export function candleOf({ candles }: KlineState, marker: ChartMarker): number {
  return indexAtOrAfter(candles.times, candles.length, marker.atMs + 1) - 1;
}

/** Paints the markers of the candles up to `to` that are in view. */
export function paintMarkers(plot: uPlot, state: KlineState, to: number): void {
  if (state.markers.length === 0) return;
  const { left = 0, right = 0 } = { left: plot.scales['x']?.min, right: plot.scales['x']?.max };
  within(plot, () =>
    paintMarkersOf(plot.ctx, state, spanOf(plot, Math.floor(left), Math.min(to, right)), scaleOf(plot)),
  );
}

/** Paints the markers of a span of candles. */
export function paintMarkersOf(
  context: CanvasRenderingContext2D,
  state: KlineState,
  span: TimeSpan,
  scale: Scale,
): void {
  if (state.markers.length === 0) return;
  const taken = new Set<string>();
  useFont(context, state.palette.fontFamily, 600);
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.lineJoin = 'round';
  for (const marker of state.markers) {
    const index = candleOf(state, marker);
    if (index < span.from || index > span.to) continue;
    const y = Math.round(toPixel(scale, marker.price));
    const place = `${index} ${marker.side} ${Math.round(toCss(y) / togetherPx)}`;
    if (taken.has(place)) continue;
    taken.add(place);
    paintMarker(context, state, marker, Math.round(span.origin + index * span.step), y);
  }
}

/** A triangle whose tip is at the price: from below for what was bought, from above for what was sold. */
function paintMarker(
  context: CanvasRenderingContext2D,
  { palette }: KlineState,
  { side, letter }: ChartMarker,
  x: DevicePx,
  y: DevicePx,
): void {
  const away = (length: CssPx) => toDevice(side === 'buy' ? length : 0 - length);
  context.beginPath();
  context.moveTo(x, y);
  context.lineTo(x - toDevice(halfWidthPx), y + away(heightPx));
  context.lineTo(x + toDevice(halfWidthPx), y + away(heightPx));
  context.closePath();
  context.strokeStyle = palette.background;
  context.lineWidth = toDevice(3);
  context.stroke();
  context.fillStyle = side === 'buy' ? palette.up : palette.down;
  context.fill();
  const letterY = y + away(heightPx + letterGapPx + letterPx / 2);
  context.strokeText(letter, x, letterY);
  context.fillText(letter, x, letterY);
}

/** Middle of a marker and its letter, below the plot's top. */
export function markerMiddle(plot: uPlot, marker: ChartMarker): CssPx {
  return toCss(toPixel(scaleOf(plot), marker.price)) + middlePx * (marker.side === 'buy' ? 1 : -1);
}

/** The markers that a crosshair stands on; a finger's tap is coarser than a pointer. */
export function markersAt(
  plot: uPlot,
  state: KlineState,
  { y, index }: Crosshair,
  coarse = false,
): readonly ChartMarker[] {
  if (y === null) return [];
  const reach = coarse ? touchPx : pointPx;
  const stepPx = toCss(spanOf(plot, 0, 0).step);
  return state.markers.filter((marker) => {
    const candle = candleOf(state, marker);
    if (candle < 0 || Math.abs(candle - index) * stepPx > reach) return false;
    return Math.abs(markerMiddle(plot, marker) - y) <= reach;
  });
}

/** Markers of one candle, as they came. */
export function markersOf(state: KlineState, index: number): readonly ChartMarker[] {
  return state.markers.filter((marker) => candleOf(state, marker) === index);
}
