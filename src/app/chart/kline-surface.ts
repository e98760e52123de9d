import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { textWidth, useFont } from './canvas-text.ts';
import names from './kline-chart.module.css';
import type { Crosshair } from './kline-crosshair.ts';
import { paintCrosshair } from './kline-crosshair.ts';
import type { FrameLabels, FrameSize, KlineFrame, KlineState } from './kline-frame.ts';
import { makeFrame, makeLabels, sameScene } from './kline-frame.ts';
import { createLastPrice, tagMiddle } from './kline-last-price.ts';
import { createKlineReadings } from './kline-readings.ts';
import { paintExtremes, paintPaneEdges, paintPanes } from './kline-scene.ts';
import { createKlineTail } from './kline-tail.ts';
import { toPixel } from './price-scale.ts';
import { setHidden } from './text-cell.ts';
import { priceAxisLeastPx, timeAxisPx } from './pane-layout.ts';

/**
 * What a chart is drawn on: uPlot's canvas with the axes and the settled candles, a small canvas with the
 * running one, text for values and the last price, and a canvas above for the crosshair.
 */
export interface KlineSurface {
  readonly size: FrameSize;
  resize(widthPx: number, heightPx: number): void;
  /** Makes room for the values above the plot: after other data, other indicators or another width. */
  layStrip(): void;
  /** `whole` when more than the running candle may have changed. */
  draw(crosshair: Crosshair | null, nowMs: number, whole: boolean): void;
  /** The time to close went on; nothing else did. */
  count(nowMs: number): void;
  destroy(): void;
}

/** A label of the time axis this near to the plot's edges would be cut. CSS pixels. */
const edgePx = 22;
/** Room beside a price on its axis. CSS pixels. */
const axisRoomPx = 16;
/**
 * Distances of a label of the price axis from the middle of the last price's tag, CSS pixels: nearer than the
 * first it would be covered; a draw hides those nearer than the second; farther than the third a hidden one is
 * drawn again. In between a tick leaves the axis alone.
 */
const tagTouchesPx = 24;
const tagHidesPx = 30;
const tagClearPx = 40;
/** Values of the running candle are written this often at most; text costs more than the candle itself. */
const readingGapMs = 250;
/** Height of the strip while nothing is measured. */
const stripAtFirstPx = 26;

export function createKlineSurface(element: HTMLElement, state: KlineState): KlineSurface {
  let widthPx = Math.max(1, Math.floor(element.clientWidth));
  let heightPx = Math.max(1, Math.floor(element.clientHeight));
  let stripPx = stripAtFirstPx;
  let axisPx = priceAxisLeastPx;
  let stripChanged = false;
  let frame: KlineFrame | null = null;
  let labels: FrameLabels = { prices: [], times: [] };
  /** Labels of the price axis that make room for the last price's tag. */
  let hidden: readonly number[] = [];
  let crosshairDrawn = false;
  let readAtMs = Number.NEGATIVE_INFINITY;
  let lateReading: ReturnType<typeof setTimeout> | undefined;
  const columns = createAlignedColumns(state);
  const plot = new uPlot(plotOptions(), [[], []], element);
  const tail = createKlineTail(element, state);
  const lastPrice = createLastPrice(element, state);
  const readings = createKlineReadings(element, state);
  const overlay = document.createElement('canvas');
  overlay.className = names['overlay'] ?? '';
  overlay.hidden = true;
  element.append(overlay);

  const size = (): FrameSize => ({ widthPx, heightPx, stripPx, axisPx, pixelRatio: uPlot.pxRatio });

  function plotOptions(): uPlot.Options {
    const font = `11px ${state.palette.fontFamily}`;
    const grid = { show: true, stroke: () => state.palette.grid, width: 1 };
    // uPlot looks for no ticks of its own: every frame brings them.
    const bare = { font, stroke: () => state.palette.text3, ticks: { show: false }, incrs: [1], space: 0 };
    return {
      width: widthPx,
      height: heightPx,
      padding: [() => stripPx, 0, 0, 0],
      legend: { show: false },
      cursor: { show: false },
      select: { show: false, left: 0, top: 0, width: 0, height: 0 },
      scales: {
        x: { time: false, auto: false, range: (_plot, min, max) => [min ?? 0, max ?? 1] },
        y: { auto: false, range: (_plot, min, max) => [min ?? 0, max ?? 1] },
      },
      series: [{}, { show: true, auto: false, paths: () => null, points: { show: false } }],
      axes: [
        { ...bare, side: 2, size: timeAxisPx, gap: 6, grid, splits: timeSplits, values: timeValues },
        { ...bare, scale: 'y', side: 1, size: () => axisPx, gap: 6, grid, splits: priceSplits, values: priceValues },
      ],
      hooks: { draw: [paint] },
    };
  }

  /** Width the price axis needs for the prices of this pair, which are all about as long. */
  function measureAxis(): number {
    const { candles, palette, format } = state;
    if (candles.length === 0) return axisPx;
    plot.ctx.save();
    useFont(plot.ctx, palette.fontFamily, uPlot.pxRatio, 600);
    const width = textWidth(plot.ctx, format.price(candles.closes[candles.length - 1]!)) / uPlot.pxRatio;
    plot.ctx.restore();
    return Math.max(priceAxisLeastPx, Math.ceil(width + axisRoomPx));
  }

  function timeSplits(): number[] {
    return labels.times.map((label) => label.index);
  }

  function timeValues(): string[] {
    if (frame === null) return [];
    const { span, pixelRatio } = frame;
    return labels.times.map((label) => {
      const x = (span.origin + label.index * span.step) / pixelRatio;
      if (x < edgePx || x > widthPx - axisPx - edgePx) return '';
      return state.format.time(label.atMs, label.detail);
    });
  }

  /** Distance of each label of the price axis from the last price's tag, CSS pixels. */
  function tagDistances(shown: KlineFrame): number[] {
    if (!shown.filled) return [];
    const middle = tagMiddle(state, shown);
    return labels.prices.map((value) => Math.abs(toPixel(shown.price, value) - middle) / shown.pixelRatio);
  }

  /** Whether the tag has come upon a label, or left one that is hidden far behind. */
  function tagMovedOn(next: KlineFrame): boolean {
    return tagDistances(next).some((distance, at) =>
      hidden.includes(at) ? distance > tagClearPx : distance < tagTouchesPx,
    );
  }

  function priceSplits(): number[] {
    return [...labels.prices];
  }

  function priceValues(): string[] {
    return labels.prices.map((value, at) => (hidden.includes(at) ? '' : state.format.price(value)));
  }

  function paint(drawn: uPlot): void {
    if (frame === null || !frame.filled) return;
    const context = drawn.ctx;
    const { span } = frame;
    const settledTo = span.to === state.candles.length - 1 ? span.to - 1 : span.to;
    // uPlot remembers the styles it has set: whatever is set here is taken back.
    context.save();
    paintPaneEdges(context, state, frame);
    paintPanes(context, state, frame, { ...span, to: settledTo });
    paintExtremes(context, state, frame);
    context.restore();
  }

  /** Writes the values of a candle: at once when a person asked for them, else at the pace they can be read. */
  function showReadings(index: number, atOnce: boolean): void {
    const now = performance.now();
    clearTimeout(lateReading);
    if (atOnce || now - readAtMs >= readingGapMs) {
      readAtMs = now;
      readings.show(index);
      return;
    }
    lateReading = setTimeout(
      () => {
        readAtMs = performance.now();
        readings.show(index);
      },
      readAtMs + readingGapMs - now,
    );
  }

  function drawScene(next: KlineFrame): void {
    frame = next;
    labels = makeLabels(state, next);
    const distances = tagDistances(next);
    hidden = [...distances.keys()].filter((at) => distances[at]! < tagHidesPx);
    plot.batch(() => {
      if (stripChanged) plot.redraw(false, true);
      plot.setData(columns.current(), false);
      plot.setScale('x', { min: next.left, max: next.right });
      plot.setScale('y', { min: next.axisMin, max: next.axisMax });
    });
    stripChanged = false;
    readings.place(next);
  }

  function paintOverlay(shown: KlineFrame, crosshair: Crosshair | null): void {
    setHidden(overlay, crosshair === null || !shown.filled);
    crosshairDrawn = !overlay.hidden;
    const context = overlay.hidden ? null : overlay.getContext('2d');
    if (crosshair === null || context === null) return;
    const width = Math.round(widthPx * shown.pixelRatio);
    const height = Math.round(heightPx * shown.pixelRatio);
    if (overlay.width !== width || overlay.height !== height) {
      overlay.width = width;
      overlay.height = height;
    } else {
      context.clearRect(0, 0, width, height);
    }
    paintCrosshair(context, state, shown, labels.prices, crosshair);
  }

  return {
    get size() {
      return size();
    },
    resize(nextWidthPx, nextHeightPx) {
      widthPx = nextWidthPx;
      heightPx = nextHeightPx;
      plot.setSize({ width: widthPx, height: heightPx });
    },
    layStrip() {
      const strip = readings.measure(plot.ctx, widthPx, uPlot.pxRatio);
      const axis = measureAxis();
      if (strip === stripPx && axis === axisPx) return;
      stripPx = strip;
      axisPx = axis;
      element.style.setProperty('--axis', `${axisPx}px`);
      stripChanged = true;
    },
    draw(crosshair, nowMs, whole) {
      const next = makeFrame(state, size());
      const kept = !whole && !stripChanged && frame !== null && sameScene(frame, next);
      if (!kept || tagMovedOn(next)) drawScene(next);
      tail.paint(next);
      lastPrice.show(next, nowMs);
      showReadings(crosshair?.index ?? state.candles.length - 1, !kept || crosshair !== null || crosshairDrawn);
      if (crosshair !== null || crosshairDrawn) paintOverlay(next, crosshair);
    },
    count(nowMs) {
      if (frame !== null) lastPrice.show(frame, nowMs);
    },
    destroy() {
      clearTimeout(lateReading);
      plot.destroy();
      tail.remove();
      lastPrice.remove();
      readings.remove();
      overlay.remove();
    },
  };
}

/** The columns uPlot is given: candle numbers and closes, as views without copies, made anew only when the candles grow. */
function createAlignedColumns(state: KlineState) {
  let numbers = new Float64Array(0);
  let views: [Float64Array, Float64Array] = [numbers, numbers];
  return {
    current(): [Float64Array, Float64Array] {
      const { closes, length } = state.candles;
      if (numbers.length < length) numbers = Float64Array.from({ length: closes.length }, (_, index) => index);
      if (views[0].length !== length || views[1].buffer !== closes.buffer) {
        views = [numbers.subarray(0, length), closes.subarray(0, length)];
      }
      return views;
    },
  };
}
