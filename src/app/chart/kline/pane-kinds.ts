import uPlot from 'uplot';
import { tinted } from '../palette.ts';
import { legendPx } from '../pane-layout.ts';
import { inPlot, painted, scaleOf, spanOf, unseen } from '../plot.ts';
import type { Scale, TimeSpan, ValueRange } from '../price-scale.ts';
import { reachedRange, steadyRange, widened } from '../price-scale.ts';
import type { CssPx } from '../px.ts';
import { paintBars, paintCandles, paintVolumes } from './candle-painter.ts';
import type { KlineState } from './kline-state.ts';

/** A line of a pane, with its colour as the palette has it now. */
interface PaneLine {
  readonly width: CssPx;
  values(): Float64Array;
  colour(): string;
  /** A tint below the line; none for averages. */
  readonly fill?: () => string;
}

/** What a pane shows. The settled candles are series of a plot; the running one is painted by itself, with the same code. */
export interface PaneKind {
  /** Values that make the scale and are not drawn as lines. */
  readonly extremes: readonly (() => Float64Array)[];
  readonly lines: readonly PaneLine[];
  /** Whether the lines make the scale too. */
  readonly scaledByLines: boolean;
  /** Candles or bars; null for a pane of lines alone. */
  readonly paint: ((context: CanvasRenderingContext2D, span: TimeSpan, scale: Scale) => void) | null;
  /** The scale for the lowest and highest value in view. */
  range(seen: ValueRange): ValueRange;
  /** Whether the scale goes in coarse steps, and so has room for a tick. */
  readonly steady: boolean;
  /** Room at the head, for the legend, and at the foot. */
  readonly head: CssPx;
  readonly foot: CssPx;
}

const indicatorLinePx: CssPx = 1.25;
const priceLinePx: CssPx = 1.5;
/** Share of the accent below the price line. */
const tintShare = 0.1;

/** Candles or the line of closes, and the indicators over them. */
export function pricePane(state: KlineState): PaneKind {
  const { candles } = state;
  const overlays = state.indicators.overlays.flatMap(({ indicator }) => linesOf(state, indicator));
  const isLine = state.kind === 'line';
  const price: PaneLine = {
    width: priceLinePx,
    values: () => candles.closes,
    colour: () => state.palette.accent,
    fill: () => tinted(state.palette.accent, tintShare),
  };
  return {
    extremes: isLine ? [() => candles.closes] : [() => candles.lows, () => candles.highs],
    lines: isLine ? [price, ...overlays] : overlays,
    scaledByLines: false,
    paint: isLine ? null : (context, span, scale) => paintCandles(context, candles, span, scale, state.palette),
    range: (seen) => widened(reachedRange(seen, state.reach)),
    steady: false,
    head: 0,
    foot: 0,
  };
}

export function volumePane(state: KlineState): PaneKind {
  const { candles } = state;
  return {
    extremes: [() => candles.volumes],
    lines: [],
    scaledByLines: false,
    paint: (context, span, scale) => paintVolumes(context, candles, span, scale, state.palette),
    range: ([, max]) => [0, max > 0 ? steadyRange([0, max])[1] : 1],
    steady: true,
    head: legendPx,
    foot: 0,
  };
}

/** The pane of sub indicator `at`; MACD's third line stands as bars. */
export function indicatorPane(state: KlineState, at: number): PaneKind {
  const { name, indicator } = state.indicators.panes[at]!;
  const bars = name === 'MACD' ? () => indicator.lines[2]! : null;
  return {
    extremes: bars === null ? [] : [bars],
    lines: linesOf(state, indicator).slice(0, bars === null ? undefined : 2),
    scaledByLines: true,
    paint: bars === null ? null : (context, span, scale) => paintBars(context, bars(), span, scale, state.palette),
    range: (seen) => widened(steadyRange(seen), 0.02),
    steady: true,
    head: legendPx,
    foot: 4,
  };
}

function linesOf(state: KlineState, indicator: { readonly lines: readonly Float64Array[] }): PaneLine[] {
  return indicator.lines.map((_, at) => ({
    width: indicatorLinePx,
    values: () => indicator.lines[at]!,
    colour: () => state.palette.lines[at % 3]!,
  }));
}

/** The series of a kind; the first of all plots is the candles' numbers. */
export function seriesOf(kind: PaneKind, settledTo: () => number): uPlot.Series[] {
  const { paint } = kind;
  const linear = uPlot.paths.linear!();
  const extremes = kind.extremes.map((): uPlot.Series => ({ ...unseen }));
  if (paint !== null && extremes[0] !== undefined) {
    extremes[0].paths = painted((plot, from, to) =>
      paint(plot.ctx, spanOf(plot, from, Math.min(to, settledTo())), scaleOf(plot)),
    );
  }
  const lines = kind.lines.map((line): uPlot.Series => {
    return {
      auto: kind.scaledByLines,
      width: inPlot(line.width),
      stroke: () => line.colour(),
      ...(line.fill === undefined ? {} : { fill: line.fill, fillTo: (plot) => plot.scales['y']?.min ?? 0 }),
      // Quarters of a pixel: whole ones would make steps of a slow average.
      pxAlign: 0.25,
      points: { show: false },
      paths: (plot, series, from, to) => {
        const first = firstDefined(line.values(), from, to);
        const last = Math.min(to, settledTo());
        return first < last ? linear(plot, series, first, last) : null;
      },
    };
  });
  return [{}, ...extremes, ...lines];
}

/** Indicators have no values at the start of a history, and all of them from there on. */
function firstDefined(values: Float64Array, from: number, to: number): number {
  let first = from;
  while (first <= to && Number.isNaN(values[first]!)) first += 1;
  return first;
}

/** The columns of a kind, in the order of its series. */
export function columnsOf(kind: PaneKind, length: number): Float64Array[] {
  const columns = [...kind.extremes.map((column) => column()), ...kind.lines.map((line) => line.values())];
  return columns.map((column) => column.subarray(0, length));
}

/** Whether candle `index` reaches beyond a range. */
export function outgrows(kind: PaneKind, [low, high]: ValueRange, index: number): boolean {
  const beyond = (values: Float64Array) => values[index]! < low || values[index]! > high;
  if (kind.extremes.some((column) => beyond(column()))) return true;
  return kind.scaledByLines && kind.lines.some((line) => beyond(line.values()));
}
