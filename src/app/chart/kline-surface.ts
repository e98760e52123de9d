import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { measuringContext, textWidth } from './canvas-text.ts';
import names from './kline-chart.module.css';
import type { Crosshair } from './kline-crosshair.ts';
import { paintCrosshair } from './kline-crosshair.ts';
import type { FrameLabels, FrameSize, KlineFrame, KlineState } from './kline-frame.ts';
import { makeFrame, makeLabels, sameScene } from './kline-frame.ts';
import { tagMiddle } from './kline-last-price.ts';
import { createKlineLive } from './kline-live.ts';
import { createKlineReadings } from './kline-readings.ts';
import { paintExtremes, paintPaneEdges, paintPanes } from './kline-scene.ts';
import type { KlineSheet } from './kline-sheet.ts';
import { createKlineSheet } from './kline-sheet.ts';
import { toPixel } from './price-scale.ts';
import { priceAxisLeastPx, timeAxisPx } from './pane-layout.ts';

/**
 * What a chart is drawn on: uPlot's canvas, painted over with what a tick changes; from the first tick on a sheet
 * that shows uPlot's canvas and is painted over instead; a canvas above with the crosshair. A tick writes to no
 * element: style and layout of the page would cost more than the candle.
 */
export interface KlineSurface {
  readonly size: FrameSize;
  resize(widthPx: number, heightPx: number): void;
  /** Makes room for the values above the plot: after other data, other indicators or another width. */
  layStrip(): void;
  draw(change: SurfaceChange): void;
  /** The time to close went on; nothing else did. */
  count(nowMs: number): void;
  destroy(): void;
}

export interface SurfaceChange {
  readonly crosshair: Crosshair | null;
  readonly nowMs: number;
  /** More than the running candle may have changed. */
  readonly whole: boolean;
  /** A tick came: more of them will. */
  readonly ticked: boolean;
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
/** Height of the strip while nothing is measured. */
const stripAtFirstPx = 26;
/** uPlot's canvas stays below the sheet until that is surely on the screen. */
const handOverMs = 200;
/** uPlot draws the axes; the candles are painted from the store's own columns, so it is given none. */
const noCandles: uPlot.AlignedData = [[], []];

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
  let nowMs = 0;
  /** The candle whose values are shown. */
  let readIndex = -1;
  /** Each is made when it is first needed: with the first draw, the first tick, the first crosshair. */
  let plot: uPlot | null = null;
  let sheet: KlineSheet | null = null;
  let overlay: HTMLCanvasElement | null = null;
  let handOver: ReturnType<typeof setTimeout> | undefined;
  const readings = createKlineReadings(state);
  const live = createKlineLive(state, readings);

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
    const price = format.price(candles.closes[candles.length - 1]!);
    const width = textWidth(measuringContext(palette.fontFamily, 600), price);
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

  /** Called by uPlot when the axes are drawn, also when it draws of its own accord. */
  function paint(drawn: uPlot): void {
    if (frame === null) return;
    const context = drawn.ctx;
    // uPlot remembers the styles it has set: whatever is set here is taken back.
    context.save();
    if (frame.filled) paintSettled(context, frame);
    if (sheet === null) live.paint(context, frame, readIndex, nowMs, null);
    context.restore();
    if (sheet === null) return;
    sheet.cover(context.canvas, frame.pixelRatio);
    live.paint(sheet.context, frame, readIndex, nowMs, null);
  }

  function paintSettled(context: CanvasRenderingContext2D, shown: KlineFrame): void {
    const { span } = shown;
    const settledTo = span.to === state.candles.length - 1 ? span.to - 1 : span.to;
    paintPaneEdges(context, state, shown);
    paintPanes(context, state, shown, { ...span, to: settledTo });
    paintExtremes(context, state, shown);
  }

  function drawScene(next: KlineFrame): void {
    frame = next;
    labels = makeLabels(state, next);
    const distances = tagDistances(next);
    hidden = [...distances.keys()].filter((at) => distances[at]! < tagHidesPx);
    if (plot === null) {
      makePlot(next);
    } else {
      const made = plot;
      made.batch(() => {
        if (stripChanged) made.redraw(false, true);
        setScales(made, next);
      });
    }
    stripChanged = false;
  }

  /** All in one batch, else uPlot would draw a second time. */
  function makePlot(next: KlineFrame): void {
    plot = new uPlot(plotOptions(), noCandles, (made, init) => {
      element.prepend(made.root);
      made.batch(() => {
        init();
        setScales(made, next);
      });
    });
  }

  function drawLive(shown: KlineSheet, scene: HTMLCanvasElement, next: KlineFrame): void {
    frame = next;
    live.paint(shown.context, next, readIndex, nowMs, (area) => shown.restore(scene, area));
  }

  /** From here on the scene is drawn apart; the first frame does without, for it would cost it as much again. */
  function makeSheet(drawn: uPlot): void {
    sheet = createKlineSheet(element, state);
    handOver = setTimeout(() => drawn.root.remove(), handOverMs);
  }

  function paintOverlay(shown: KlineFrame, crosshair: Crosshair | null): void {
    if (crosshair === null || !shown.filled) {
      if (overlay !== null && !overlay.hidden) overlay.hidden = true;
      return;
    }
    overlay ??= makeOverlay();
    if (overlay.hidden) overlay.hidden = false;
    const context = overlay.getContext('2d');
    if (context === null) return;
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

  function makeOverlay(): HTMLCanvasElement {
    const made = document.createElement('canvas');
    made.className = names['overlay'] ?? '';
    element.append(made);
    return made;
  }

  return {
    get size() {
      return size();
    },
    resize(nextWidthPx, nextHeightPx) {
      widthPx = nextWidthPx;
      heightPx = nextHeightPx;
      plot?.setSize({ width: widthPx, height: heightPx });
    },
    layStrip() {
      const strip = readings.measure(widthPx);
      const axis = measureAxis();
      if (strip === stripPx && axis === axisPx) return;
      stripPx = strip;
      axisPx = axis;
      stripChanged = true;
    },
    draw(change) {
      const { crosshair, whole } = change;
      const next = makeFrame(state, size());
      nowMs = change.nowMs;
      readIndex = crosshair?.index ?? state.candles.length - 1;
      const kept = !whole && !stripChanged && frame !== null && sameScene(frame, next) && !tagMovedOn(next);
      if (kept && plot !== null && sheet !== null) {
        drawLive(sheet, plot.ctx.canvas, next);
      } else {
        if (plot !== null && sheet === null && (change.ticked || crosshair !== null)) makeSheet(plot);
        drawScene(next);
      }
      paintOverlay(next, crosshair);
    },
    count(atMs) {
      nowMs = atMs;
      const context = sheet?.context ?? plot?.ctx;
      if (frame === null || context === undefined) return;
      context.save();
      live.count(context, frame, nowMs);
      context.restore();
    },
    destroy() {
      clearTimeout(handOver);
      plot?.destroy();
      sheet?.remove();
      overlay?.remove();
    },
  };
}

/** Brings uPlot's scales to a frame. */
function setScales(plot: uPlot, frame: KlineFrame): void {
  plot.setScale('x', { min: frame.left, max: frame.right });
  plot.setScale('y', { min: frame.axisMin, max: frame.axisMax });
}
