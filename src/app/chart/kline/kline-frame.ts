import type { Interval } from '../../../protocol/intervals.ts';
import type { CandleStore } from './candle-store.ts';
import type { TimeSpan } from './candle-painter.ts';
import type { ChartFormat } from '../chart-format.ts';
import type { KlineIndicators, ShownIndicator } from './kline-indicators.ts';
import type { ChartMarker } from './kline-markers.ts';
import type { KlineKind } from './kline-options.ts';
import type { Palette } from '../palette.ts';
import { layPanes, legendPx, timeAxisPx } from '../pane-layout.ts';
import { reachedRange } from '../price-layout.ts';
import type { Scale } from '../price-scale.ts';
import { makeScale, roundValues, spanScale, steadyRange, toValue } from '../price-scale.ts';
import type { TimeLabel } from '../time-labels.ts';
import { timeLabels } from '../time-labels.ts';
import type { Viewport } from '../viewport.ts';

/** What a chart is, apart from where it is drawn. */
export interface KlineState {
  readonly candles: CandleStore;
  readonly view: Viewport;
  readonly indicators: KlineIndicators;
  kind: KlineKind;
  interval: Interval;
  volume: boolean;
  format: ChartFormat;
  priceDecimals: number;
  palette: Palette;
  stale: boolean;
  /** Direction of the last tick: 1 up, −1 down. */
  direction: 1 | -1;
  /** Prices that should be in view beside the candles. */
  reach: readonly number[];
  markers: readonly ChartMarker[];
}

/** Size of the canvas and of the strip of values above the plot. */
export interface FrameSize {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly stripPx: number;
  /** Width of the price axis. */
  readonly axisPx: number;
  readonly pixelRatio: number;
}

/** A lower pane with its scale. Device pixels. */
export interface FramePane {
  readonly top: number;
  readonly scale: Scale;
}

/** Everything one draw needs to know about where things stand. Device pixels throughout. */
export interface KlineFrame {
  readonly pixelRatio: number;
  /** Width of the price axis, CSS pixels. */
  readonly axisPx: number;
  readonly plot: { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number };
  /** Left and right end of the view, in candles, for the time scale. */
  readonly left: number;
  readonly right: number;
  readonly span: TimeSpan;
  /** False while no candle is in view. */
  readonly filled: boolean;
  readonly price: Scale;
  /** Prices at the top and bottom of the whole plot, for the axis. */
  readonly axisMin: number;
  readonly axisMax: number;
  /** Candles with the highest high and the lowest low in view. */
  readonly highestAt: number;
  readonly lowestAt: number;
  readonly volume: FramePane | null;
  readonly subs: readonly FramePane[];
}

const priceLineGapPx = 46;
const timeLabelGapPx = 76;

/** Width and height of the plot in CSS pixels. */
export function plotSize(size: FrameSize): { widthPx: number; heightPx: number } {
  return {
    widthPx: Math.max(1, size.widthPx - size.axisPx),
    heightPx: Math.max(1, size.heightPx - size.stripPx - timeAxisPx),
  };
}

/** Works out one draw. Pure: the same state and size give the same frame. */
export function makeFrame(state: KlineState, size: FrameSize): KlineFrame {
  const { candles, view } = state;
  const { pixelRatio } = size;
  const { widthPx, heightPx } = plotSize(size);
  const layout = layPanes(heightPx, state.volume, state.indicators.panes.length);
  const plotTop = Math.round(size.stripPx * pixelRatio);
  const toDevice = (px: number) => plotTop + Math.round(px * pixelRatio);
  const plot = { left: 0, top: plotTop, right: Math.round(widthPx * pixelRatio), bottom: toDevice(heightPx) };
  const step = (plot.right - plot.left) / view.span;
  const from = Math.max(0, Math.floor(view.left));
  const to = Math.min(candles.length - 1, Math.ceil(view.right));
  const filled = to >= from;
  const span = { from, to, origin: plot.left - view.left * step, step };
  const extent = filled ? priceExtent(state, from, to) : { min: 0, max: 1, highestAt: -1, lowestAt: -1 };
  const range = filled ? reachedRange(extent.min, extent.max, state.reach) : extent;
  const price = makeScale(range.min, range.max, plot.top, toDevice(layout.price.bottom));
  const legend = Math.round(legendPx * pixelRatio);
  return {
    pixelRatio,
    axisPx: size.axisPx,
    plot,
    left: view.left,
    right: view.right,
    span,
    filled,
    price,
    axisMin: toValue(price, plot.bottom),
    axisMax: toValue(price, plot.top),
    highestAt: extent.highestAt,
    lowestAt: extent.lowestAt,
    volume:
      layout.volume === null
        ? null
        : {
            top: toDevice(layout.volume.top),
            scale: volumeScale(candles, from, to, toDevice(layout.volume.top) + legend, toDevice(layout.volume.bottom)),
          },
    subs: layout.subs.map((pane, at) => ({
      top: toDevice(pane.top),
      scale: subScale(
        state.indicators.panes[at],
        from,
        to,
        toDevice(pane.top) + legend,
        toDevice(pane.bottom) - Math.round(4 * pixelRatio),
      ),
    })),
  };
}

/** What the axes say: worked out only when they are drawn. */
export interface FrameLabels {
  readonly prices: readonly number[];
  readonly times: readonly TimeLabel[];
}

/** Round prices of the price pane and round moments of the view. */
export function makeLabels(state: KlineState, frame: KlineFrame): FrameLabels {
  if (!frame.filled) return { prices: [], times: [] };
  const { price, span, pixelRatio } = frame;
  const { candles, interval, format } = state;
  const lines = Math.round((price.bottom - price.top) / pixelRatio / priceLineGapPx);
  const gap = (timeLabelGapPx * pixelRatio) / span.step;
  return {
    prices: roundValues(price.min, price.max, Math.min(8, Math.max(2, lines)), 10 ** -state.priceDecimals),
    times: timeLabels(candles.times, candles.length, span.from, span.to, gap, interval, format.offsetHours),
  };
}

/** Lowest and highest price in view; for the line kind only closes count. */
function priceExtent(state: KlineState, from: number, to: number) {
  const { closes } = state.candles;
  const highs = state.kind === 'line' ? closes : state.candles.highs;
  const lows = state.kind === 'line' ? closes : state.candles.lows;
  let highestAt = from;
  let lowestAt = from;
  let max = highs[from]!;
  let min = lows[from]!;
  for (let index = from + 1; index <= to; index += 1) {
    if (highs[index]! > max) max = highs[(highestAt = index)]!;
    if (lows[index]! < min) min = lows[(lowestAt = index)]!;
  }
  return { min, max, highestAt, lowestAt };
}

function volumeScale(candles: CandleStore, from: number, to: number, top: number, bottom: number): Scale {
  const { volumes } = candles;
  let max = 0;
  for (let index = from; index <= to; index += 1) if (volumes[index]! > max) max = volumes[index]!;
  return spanScale(0, max > 0 ? steadyRange(0, max).max : 1, top, bottom);
}

function subScale(shown: ShownIndicator | undefined, from: number, to: number, top: number, bottom: number): Scale {
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  for (const line of shown?.indicator.lines ?? []) {
    for (let index = from; index <= to; index += 1) {
      const value = line[index]!;
      // Comparisons with NaN are false, so that candles without a value are passed over.
      if (value > max) max = value;
      if (value < min) min = value;
    }
  }
  if (min > max) return spanScale(-1, 1, top, bottom);
  const steady = steadyRange(min, max);
  return makeScale(steady.min, steady.max, top, bottom, 0.02);
}

/** Whether two frames of the same candles differ in nothing but the running candle itself. */
export function sameScene(a: KlineFrame, b: KlineFrame): boolean {
  return (
    a.filled === b.filled &&
    a.pixelRatio === b.pixelRatio &&
    sameSpan(a, b) &&
    sameScale(a.price, b.price) &&
    a.highestAt === b.highestAt &&
    a.lowestAt === b.lowestAt &&
    samePane(a.volume, b.volume) &&
    a.subs.length === b.subs.length &&
    a.subs.every((pane, at) => samePane(pane, b.subs[at] ?? null))
  );
}

function sameSpan(a: KlineFrame, b: KlineFrame): boolean {
  return (
    a.span.from === b.span.from &&
    a.span.to === b.span.to &&
    a.span.origin === b.span.origin &&
    a.span.step === b.span.step &&
    a.plot.bottom === b.plot.bottom
  );
}

function samePane(a: FramePane | null, b: FramePane | null): boolean {
  return a === null || b === null ? a === b : sameScale(a.scale, b.scale);
}

function sameScale(a: Scale, b: Scale): boolean {
  return a.min === b.min && a.max === b.max && a.top === b.top && a.bottom === b.bottom;
}
