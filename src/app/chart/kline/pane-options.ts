import type uPlot from 'uplot';
import { heldCursor, inPlot, type PlotOptions } from '../plot.ts';
import type { ValueRange } from '../price-scale.ts';
import { type CssPx, toDevice } from '../px.ts';
import { paintExtremes } from './kline-extremes.ts';
import { paintGaps } from './kline-gaps.ts';
import { paintMarkers } from './kline-markers.ts';
import type { KlineState } from './kline-state.ts';
import type { PaneAxes } from './pane-axes.ts';
import { type PaneKind, seriesOf } from './pane-kinds.ts';

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
