import type uPlot from 'uplot';
import { heldCursor, inPlot, type PlotOptions, spanOf, scaleOf } from '../plot.ts';
import { type ValueRange, toPixel } from '../price-scale.ts';
import { type CssPx, toDevice, type DevicePx } from '../px.ts';
import { paintMarkers } from './kline-markers.ts';
import type { KlineState } from './kline-state.ts';
import type { PaneAxes } from './pane-axes.ts';
import { type PaneKind, seriesOf } from './pane-kinds.ts';
import { textWidth, useFont } from '../canvas-text.ts';

/** What a pane is in its chart. */
interface PanePlace {
  readonly kind: PaneKind;
  /** Plots of one key have their cursors in sync. */
  readonly key: string;
  readonly place: 'price' | 'lower';
  readonly isLast: boolean;
  /** Width of the price axis. */
  readonly axis: CssPx;
  /** Hears what the scale is made of, whenever it is. */
  onSeen(seen: ValueRange): void;
}

/** The plot of a pane: its series, its scales and axes, and what is drawn below and above them. */
export function paneOptions(state: KlineState, axes: PaneAxes, pane: PanePlace): PlotOptions {
  const { kind, key, isLast, axis } = pane;
  const isPrice = pane.place === 'price';
  const { view } = state;
  const settledTo = () => state.candles.length - (state.apart ? 2 : 1);
  const noLabels: uPlot.Axis = { side: 1, size: inPlot(axis), splits: () => [], values: () => [] };
  return {
    cursor: {
      ...heldCursor,
      points: { show: false },
      sync: { key, scales: ['x', null] },
    },
    padding: [inPlot(kind.head), 0, inPlot(kind.foot), 0],
    scales: {
      x: { time: false, min: view.left, max: view.right, range: (_plot, min, max) => [min, max] },
      y: {
        range(_plot, min: number | null, max: number | null) {
          const seen: ValueRange = min === null || max === null ? [0, 1] : [min, max];
          pane.onSeen(seen);
          return kind.range(seen);
        },
      },
    },
    axes: [axes.time(isLast), isPrice ? axes.price(axis) : noLabels],
    series: seriesOf(kind, settledTo),
    hooks: isPrice
      ? {
          draw: [
            (plot) => {
              paintGaps(plot, state);
              paintExtremes(plot, state);
              paintMarkers(plot, state, settledTo());
            },
          ],
        }
      : { drawAxes: [(plot) => paintEdge(plot, state)], draw: [(plot) => paintGaps(plot, state)] },
  };
}

/** The hairline between a pane and the one above it. */
function paintEdge({ ctx, bbox }: uPlot, { palette }: KlineState): void {
  ctx.save();
  ctx.fillStyle = palette.line;
  ctx.fillRect(bbox.left, 0, bbox.width, Math.max(1, Math.round(toDevice(1))));
  ctx.restore();
}

/** Share of the step from candle to candle that is left empty: lines and fills stop before it and go on behind it. */
const emptyShare = 0.3;
const dashPx: CssPx = 3;
const linePx: CssPx = 1;

/** Opens a gap between the candles on both sides of a missing time, with a dashed line from top to bottom in it. */
function paintGaps(plot: uPlot, state: KlineState): void {
  if (state.gaps.size === 0) return;
  const { candles, view, palette } = state;
  const from = Math.max(1, Math.ceil(view.left));
  const to = Math.min(candles.length - 1, Math.floor(view.right) + 1);
  const { origin, step } = spanOf(plot, from, to);
  const { ctx, bbox } = plot;
  ctx.save();
  ctx.beginPath();
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
  ctx.clip();
  ctx.strokeStyle = palette.text3;
  ctx.lineWidth = Math.max(1, Math.round(toDevice(linePx)));
  ctx.setLineDash([toDevice(dashPx), toDevice(dashPx)]);
  for (let index = from; index <= to; index += 1) {
    if (!state.gaps.has(candles.times[index]!)) continue;
    const middle = Math.round(origin + (index - 0.5) * step) + (ctx.lineWidth % 2) / 2;
    const width = Math.max(1, step * emptyShare);
    ctx.clearRect(middle - width / 2, bbox.top, width, bbox.height);
    ctx.beginPath();
    ctx.moveTo(middle, bbox.top);
    ctx.lineTo(middle, bbox.top + bbox.height);
    ctx.stroke();
  }
  ctx.restore();
}

const leaderPx: CssPx = 14;
const gapPx: CssPx = 3;

/** Writes the highest and the lowest price in view beside their candles. */
function paintExtremes(plot: uPlot, state: KlineState): void {
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
