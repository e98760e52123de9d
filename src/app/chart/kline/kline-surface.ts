import { measuringContext, textWidth } from '../canvas-text.ts';
import { paintAxes } from './kline-axes.ts';
import names from './kline-chart.module.css';
import type { Crosshair } from './kline-crosshair.ts';
import { paintCrosshair } from './kline-crosshair.ts';
import type { FrameLabels, FrameSize, KlineFrame, KlineState } from './kline-frame.ts';
import { makeFrame, makeLabels, sameScene } from './kline-frame.ts';
import { tagMiddle } from './kline-last-price.ts';
import { createKlineLive } from './kline-live.ts';
import type { ChartMarker } from './kline-markers.ts';
import { candleOf, markerMiddle, markersAt, paintMarkers } from './kline-markers.ts';
import { createKlineReadings } from './kline-readings.ts';
import { paintExtremes, paintPaneEdges, paintPanes } from './kline-scene.ts';
import type { KlineSheet } from './kline-sheet.ts';
import { createKlineSheet } from './kline-sheet.ts';
import type { PriceLayout } from '../price-layout.ts';
import { priceLayoutOf } from '../price-layout.ts';
import { toPixel } from '../price-scale.ts';
import { priceAxisLeastPx } from '../pane-layout.ts';

/**
 * What a chart is drawn on: one canvas with everything but the crosshair, which has its own above. From the first tick
 * on the settled scene is kept off the page, and a tick shows parts of it again and paints over them. A tick writes to
 * no element: style and layout of the page would cost more than the candle.
 */
export interface KlineSurface {
  readonly size: FrameSize;
  resize(widthPx: number, heightPx: number): void;
  /** Makes room for the values above the plot: after other data, other indicators or another width. */
  layStrip(): void;
  draw(change: SurfaceChange): void;
  /** Where prices stand since the last draw; null before the first. */
  layout(): PriceLayout | null;
  /** The marker nearest to a finger's place, as a crosshair; null when none is near. */
  markerAt(crosshair: Crosshair): Crosshair | null;
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
/**
 * Device pixels to a CSS pixel at most. Past two an eye at arm's length sees no difference on a phone, while a canvas of
 * three has more than twice the pixels to clear, fill and hand over with every frame.
 */
const sharpestRatio = 2;
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
  let nowMs = 0;
  /** The candle whose values are shown. */
  let readIndex = -1;
  let hit: readonly ChartMarker[] = [];
  /** Each is made when it is first needed: with the first draw, the first tick, the first crosshair. */
  let sheet: KlineSheet | null = null;
  let scene: CanvasRenderingContext2D | null = null;
  let overlay: HTMLCanvasElement | null = null;
  const readings = createKlineReadings(state);
  const live = createKlineLive(state, readings);

  const size = (): FrameSize => {
    const pixelRatio = Math.min(devicePixelRatio, sharpestRatio);
    return { widthPx, heightPx, stripPx, axisPx, pixelRatio };
  };

  /** Width the price axis needs for the prices of this pair, which are all about as long. */
  function measureAxis(): number {
    const { candles, palette, format } = state;
    if (candles.length === 0) return axisPx;
    const price = format.price(candles.closes[candles.length - 1]!);
    const width = textWidth(measuringContext(palette.fontFamily, 600), price);
    return Math.max(priceAxisLeastPx, Math.ceil(width + axisRoomPx));
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

  function drawScene(next: KlineFrame): void {
    frame = next;
    labels = makeLabels(state, next);
    const distances = tagDistances(next);
    hidden = [...distances.keys()].filter((at) => distances[at]! < tagHidesPx);
    sheet ??= createKlineSheet(element);
    const width = Math.round(widthPx * next.pixelRatio);
    const height = Math.round(heightPx * next.pixelRatio);
    sheet.fit(width, height, next.pixelRatio);
    const { context } = sheet;
    if (scene === null) {
      paintScene(context, next, width, height);
    } else {
      paintScene(fitted(scene, width, height), next, width, height);
      context.drawImage(scene.canvas, 0, 0);
    }
    live.paint(context, next, readIndex, hit, nowMs, null);
  }

  function paintScene(context: CanvasRenderingContext2D, shown: KlineFrame, width: number, height: number): void {
    context.fillStyle = state.palette.deps;
    context.fillRect(0, 0, width, height);
    if (!shown.filled) return;
    paintAxes(context, state, shown, labels, hidden);
    const { span } = shown;
    const settledTo = span.to === state.candles.length - 1 ? span.to - 1 : span.to;
    paintPaneEdges(context, state, shown);
    paintPanes(context, state, shown, { ...span, to: settledTo });
    paintExtremes(context, state, shown);
    paintMarkers(context, state, shown, span.from, settledTo);
  }

  function drawLive(shown: KlineSheet, settled: HTMLCanvasElement, next: KlineFrame): void {
    frame = next;
    live.paint(shown.context, next, readIndex, hit, nowMs, (area) => shown.restore(settled, area));
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
      hit = crosshair === null ? [] : markersAt(state, next, crosshair);
      const kept = !whole && !stripChanged && frame !== null && sameScene(frame, next) && !tagMovedOn(next);
      if (kept && sheet !== null && scene !== null) {
        drawLive(sheet, scene.canvas, next);
      } else {
        // The first frame does without: it would cost it as much again.
        if (frame !== null && (change.ticked || crosshair !== null)) scene ??= opaqueContext();
        drawScene(next);
      }
      stripChanged = false;
      paintOverlay(next, crosshair);
    },
    layout: () => (frame === null ? null : priceLayoutOf(state, frame)),
    markerAt(crosshair) {
      const near = frame === null ? undefined : markersAt(state, frame, crosshair, true)[0];
      if (near === undefined || frame === null) return null;
      return { index: candleOf(state, near), y: markerMiddle(frame, near) };
    },
    count(atMs) {
      nowMs = atMs;
      if (frame !== null && sheet !== null) live.count(sheet.context, frame, nowMs);
    },
    destroy() {
      sheet?.remove();
      overlay?.remove();
    },
  };
}

function opaqueContext(): CanvasRenderingContext2D {
  const context = document.createElement('canvas').getContext('2d', { alpha: false });
  if (context === null) throw new Error('this browser draws no canvas');
  return context;
}

/** A context whose canvas has a size, device pixels. */
function fitted(context: CanvasRenderingContext2D, width: number, height: number): CanvasRenderingContext2D {
  const { canvas } = context;
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
  return context;
}
