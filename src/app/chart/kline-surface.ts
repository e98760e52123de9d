import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { tagHeightPx } from './canvas-text.ts';
import type { Crosshair } from './kline-crosshair.ts';
import { paintCrosshair } from './kline-crosshair.ts';
import type { FrameSize, KlineFrame, KlineState } from './kline-frame.ts';
import { makeFrame } from './kline-frame.ts';
import { paintReadings, stripHeightPx, stripLines } from './kline-readings.ts';
import { lastTagMiddle, paintScene } from './kline-scene.ts';
import { priceAxisPx, timeAxisPx } from './pane-layout.ts';
import { toPixel } from './price-scale.ts';

/** The canvases of a chart: uPlot's with axes and scene, and one above it for the crosshair alone. */
export interface KlineSurface {
  /** The last frame that was drawn; null before the first. */
  readonly frame: KlineFrame | null;
  /** Size of the strip and the canvas as they are drawn now. */
  readonly size: FrameSize;
  resize(widthPx: number, heightPx: number): void;
  /** Measures how many lines the strip of values needs: after other data, other indicators or another width. */
  layStrip(): void;
  draw(crosshair: Crosshair | null, nowMs: number): void;
  destroy(): void;
}

/** A label of the time axis this near to the plot's edges would be cut. */
const edgePx = 22;
/** A label of the price axis this near to the last price's tag is hidden. */
const tagDistancePx = 8;

export function createKlineSurface(element: HTMLElement, state: KlineState): KlineSurface {
  let widthPx = Math.max(1, Math.floor(element.clientWidth));
  let heightPx = Math.max(1, Math.floor(element.clientHeight));
  let strip = 1;
  let stripChanged = false;
  let frame: KlineFrame | null = null;
  let nowMs = 0;
  let withReadings = true;
  let crosshairDrawn = false;
  const columns = createAlignedColumns(state);
  const overlay = makeOverlay();
  const plot = new uPlot(plotOptions(), [[], []], element);
  element.append(overlay);

  function size(): FrameSize {
    return { widthPx, heightPx, stripPx: stripHeightPx(strip), pixelRatio: uPlot.pxRatio };
  }

  function plotOptions(): uPlot.Options {
    const font = `11px ${state.palette.fontFamily}`;
    const grid = { show: true, stroke: () => state.palette.grid, width: 1 };
    // uPlot finds no ticks of its own: every frame brings them.
    const bare = { font, stroke: () => state.palette.text3, ticks: { show: false }, incrs: [1], space: 0 };
    return {
      width: widthPx,
      height: heightPx,
      padding: [() => stripHeightPx(strip), 0, 0, 0],
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
        { ...bare, scale: 'y', side: 1, size: priceAxisPx, gap: 6, grid, splits: priceSplits, values: priceValues },
      ],
      hooks: { draw: [paint] },
    };
  }

  function timeSplits(): number[] {
    return frame?.timeLabels.map((label) => label.index) ?? [];
  }

  function timeValues(): string[] {
    return (
      frame?.timeLabels.map((label) => {
        const x = (frame!.span.origin + label.index * frame!.span.step) / frame!.pixelRatio;
        if (x < edgePx || x > widthPx - priceAxisPx - edgePx) return '';
        return state.format.time(label.atMs, label.detail);
      }) ?? []
    );
  }

  function priceSplits(): number[] {
    return frame === null ? [] : [...frame.priceValues];
  }

  function priceValues(): string[] {
    if (frame === null || !frame.filled) return [];
    const middle = lastTagMiddle(state, frame);
    const least = (tagHeightPx(2) / 2 + tagDistancePx) * frame.pixelRatio;
    const { price } = frame;
    return frame.priceValues.map((value) =>
      Math.abs(toPixel(price, value) - middle) < least ? '' : state.format.price(value),
    );
  }

  function paint(drawn: uPlot): void {
    if (frame === null) return;
    const context = drawn.ctx;
    // uPlot remembers the styles it has set: whatever is set here is taken back.
    context.save();
    paintScene(context, state, frame, nowMs);
    if (withReadings) paintReadings(context, state, frame, state.candles.length - 1, widthPx);
    context.restore();
  }

  function paintOverlay(crosshair: Crosshair | null): void {
    overlay.hidden = crosshair === null;
    if (crosshair === null || frame === null || !frame.filled) return;
    const { pixelRatio } = frame;
    const width = Math.round(widthPx * pixelRatio);
    const height = Math.round(heightPx * pixelRatio);
    const context = overlay.getContext('2d');
    if (context === null) return;
    if (overlay.width !== width || overlay.height !== height) {
      overlay.width = width;
      overlay.height = height;
    } else {
      context.clearRect(0, 0, width, height);
    }
    context.save();
    paintCrosshair(context, state, frame, crosshair, widthPx);
    context.restore();
  }

  return {
    get frame() {
      return frame;
    },
    get size() {
      return size();
    },
    resize(nextWidthPx, nextHeightPx) {
      widthPx = nextWidthPx;
      heightPx = nextHeightPx;
      plot.setSize({ width: widthPx, height: heightPx });
    },
    layStrip() {
      const lines = stripLines(plot.ctx, state, widthPx, uPlot.pxRatio);
      if (lines === strip) return;
      strip = lines;
      stripChanged = true;
    },
    draw(crosshair, atMs) {
      nowMs = atMs;
      withReadings = crosshair === null;
      frame = makeFrame(state, size());
      const { left, right, axisMin, axisMax } = frame;
      plot.batch(() => {
        if (stripChanged) plot.redraw(false, true);
        plot.setData(columns.current(), false);
        plot.setScale('x', { min: left, max: right });
        plot.setScale('y', { min: axisMin, max: axisMax });
      });
      stripChanged = false;
      if (crosshair !== null || crosshairDrawn) paintOverlay(crosshair);
      crosshairDrawn = crosshair !== null;
    },
    destroy() {
      plot.destroy();
      overlay.remove();
    },
  };
}

function makeOverlay(): HTMLCanvasElement {
  const overlay = document.createElement('canvas');
  overlay.hidden = true;
  Object.assign(overlay.style, {
    position: 'absolute',
    inset: '0',
    width: '100%',
    height: '100%',
    pointerEvents: 'none',
  });
  return overlay;
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
