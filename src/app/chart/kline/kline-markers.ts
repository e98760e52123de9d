import { indexAtOrAfter } from './candle-store.ts';
import { useFont } from '../canvas-text.ts';
import type { Crosshair } from './kline-crosshair.ts';
import type { KlineFrame, KlineState } from './kline-frame.ts';
import { toPixel } from '../price-scale.ts';

/** Something that was bought or sold at a moment and a price. */
export interface ChartMarker {
  readonly atMs: number;
  /** For its place alone: what is said of it is in `text`. */
  readonly price: number;
  readonly side: 'buy' | 'sell';
  /** The letter beside its triangle. */
  readonly letter: string;
  /** What the strip of values says when it is hit. */
  readonly text: string;
}

/** CSS pixels. */
const halfWidthPx = 5;
const heightPx = 7;
const letterGapPx = 2;
const letterPx = 11;
/** What a marker and its letter reach beside the middle of its candle. */
export const markerReachPx = 8;
/** From the tip to the middle of triangle and letter. */
const middlePx = 10;
/** A finger that is nearer than this means the marker. */
const touchPx = 22;
const pointPx = 10;
/** Markers of one candle and side that are nearer than this are drawn as one. */
const togetherPx = 8;

/** The candle a marker belongs to; -1 when it is older than all. */
export function candleOf({ candles }: KlineState, marker: ChartMarker): number {
  return indexAtOrAfter(candles.times, candles.length, marker.atMs + 1) - 1;
}

/** Paints the markers of the candles from `from` to `to`. */
export function paintMarkers(
  context: CanvasRenderingContext2D,
  state: KlineState,
  frame: KlineFrame,
  from: number,
  to: number,
): void {
  if (state.markers.length === 0 || to < from) return;
  const { price, span, pixelRatio, plot } = frame;
  const taken = new Set<string>();
  context.save();
  context.beginPath();
  context.rect(plot.left, price.top, plot.right - plot.left, price.bottom - price.top);
  context.clip();
  useFont(context, state.palette.fontFamily, pixelRatio, 600);
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.lineJoin = 'round';
  for (const marker of state.markers) {
    const index = candleOf(state, marker);
    if (index < from || index > to) continue;
    const y = Math.round(toPixel(price, marker.price));
    const place = `${index} ${marker.side} ${Math.round(y / (togetherPx * pixelRatio))}`;
    if (taken.has(place)) continue;
    taken.add(place);
    paintMarker(context, state, pixelRatio, marker, Math.round(span.origin + index * span.step), y);
  }
  context.restore();
}

/** A triangle whose tip is at the price: from below for what was bought, from above for what was sold. */
function paintMarker(
  context: CanvasRenderingContext2D,
  { palette }: KlineState,
  pixelRatio: number,
  { side, letter }: ChartMarker,
  x: number,
  y: number,
): void {
  const away = side === 'buy' ? pixelRatio : -pixelRatio;
  context.beginPath();
  context.moveTo(x, y);
  context.lineTo(x - halfWidthPx * pixelRatio, y + heightPx * away);
  context.lineTo(x + halfWidthPx * pixelRatio, y + heightPx * away);
  context.closePath();
  context.strokeStyle = palette.deps;
  context.lineWidth = 3 * pixelRatio;
  context.stroke();
  context.fillStyle = side === 'buy' ? palette.up : palette.down;
  context.fill();
  const letterY = y + (heightPx + letterGapPx + letterPx / 2) * away;
  context.strokeText(letter, x, letterY);
  context.fillText(letter, x, letterY);
}

/** Middle of a marker and its letter, device pixels. */
export function markerMiddle({ price, pixelRatio }: KlineFrame, marker: ChartMarker): number {
  return toPixel(price, marker.price) + (marker.side === 'buy' ? middlePx : -middlePx) * pixelRatio;
}

/** The markers that a crosshair stands on; a finger's tap is coarser than a pointer. */
export function markersAt(
  state: KlineState,
  frame: KlineFrame,
  crosshair: Crosshair,
  coarse = false,
): readonly ChartMarker[] {
  if (crosshair.y === null || !frame.filled) return [];
  const { span, pixelRatio } = frame;
  const reach = (coarse ? touchPx : pointPx) * pixelRatio;
  const { y, index } = crosshair;
  return state.markers.filter((marker) => {
    const candle = candleOf(state, marker);
    if (candle < 0 || Math.abs(candle - index) * span.step > reach) return false;
    return Math.abs(markerMiddle(frame, marker) - y) <= reach;
  });
}

/** Markers of one candle, as they came. */
export function markersOf(state: KlineState, index: number): readonly ChartMarker[] {
  return state.markers.filter((marker) => candleOf(state, marker) === index);
}
