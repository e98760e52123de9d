import type uPlot from 'uplot';
import { labelWidth } from '#app/chart/canvas-text.ts';
import type { Palette } from '#app/chart/palette.ts';
import { axisStyle, heldCursor, inPlot, lineAxis, type PlotOptions } from '#app/chart/plot.ts';
import { type ValueRange, widened } from '#app/chart/price-scale.ts';
import { chartTextPx, type CssPx, toCss, toDevice } from '#app/chart/px.ts';

/** What a round adds to the line. */
export interface RoundMarkers {
  /** Null before the strike is known. */
  readonly strike: number | null;
  readonly opensAt: number;
  readonly closesAt: number;
  readonly opensText: string;
  readonly closesText: string;
  /** "Strike", beside its line. */
  readonly strikeName: string;
  /** A price as it is written on the axis. */
  readonly priceText: (price: number) => string;
  /** What the picture is, for readers of the screen. */
  readonly label: string;
  /** Old data looks old: the line fades and its tag is grey. */
  readonly stale: boolean;
}

/** What is drawn: the index in columns, oldest first, and the round that it is drawn for. */
export interface RoundState {
  times: number[];
  prices: number[];
  marks: RoundMarkers | null;
}

/** The axis of prices is as wide as a price, in sizes of its text; `--axis` of the layer over it says the same. */
const axisEms = 6;
const footPx: CssPx = 22;
const edgePx: CssPx = 16;
const linePx: CssPx = 2;
const dashPx: CssPx = 3;
/** Share of the round's length that is shown before its strike and after its close. */
const beforeShare = 0.3;
const afterShare = 0.2;
const staleAlpha = 0.45;

/** The plot of a round: the index with the strike, when it opened and when it closes. */
export function roundOptions(state: RoundState, palette: () => Palette, onDraw: (plot: uPlot) => void): PlotOptions {
  const { marks } = state;
  if (marks === null) throw new Error('a line is drawn for a round');
  const { strike, opensAt, closesAt, stale } = marks;
  const dash = [toDevice(dashPx), toDevice(dashPx)];
  const width = inPlot(1);
  const times = { ...lineAxis, scale: 'x', side: 2 } as const;
  return {
    cursor: { ...heldCursor, show: false },
    scales: {
      x: { time: false, range: () => timesInView(state, marks) },
      y: { range: (_plot, low: number | null, high: number | null) => pricesInView(strike, low, high) },
    },
    series: [
      {},
      {
        width: inPlot(linePx),
        stroke: (plot) => (strike === null ? palette().accent : colourBySide(plot, strike, palette())),
        alpha: stale ? staleAlpha : 1,
        pxAlign: 0,
        points: { show: false },
      },
    ],
    axes: [
      { ...times, splits: () => [opensAt], grid: { stroke: () => palette().grid, width } },
      { ...times, splits: () => [closesAt], grid: { stroke: () => palette().crosshair, width, dash } },
      timeLabels(marks, palette),
      {
        ...lineAxis,
        side: 1,
        size: inPlot(chartTextPx() * axisEms),
        splits: () => (strike === null ? [] : [strike]),
        grid: { stroke: () => palette().text1, width, dash },
      },
    ],
    hooks: { draw: [onDraw] },
  };
}

function timesInView({ times }: RoundState, { strike, opensAt, closesAt }: RoundMarkers): ValueRange {
  const span = closesAt - opensAt;
  // Before the first round there is no strike yet: the newest ticks are what there is to see.
  const newest = strike === null ? (times.at(-1) ?? Infinity) : Infinity;
  return [Math.min(opensAt - span * beforeShare, newest - span), closesAt + span * afterShare];
}

/** The strike stays in the middle third, so that both zones are seen. */
function pricesInView(strike: number | null, lowest: number | null, highest: number | null): ValueRange {
  const known = [lowest, highest, strike].filter((price) => price !== null);
  const [low, high] = known.length === 0 ? [0, 0] : [Math.min(...known), Math.max(...known)];
  const middle = strike ?? (low + high) / 2;
  const reach = Math.max(high - middle, middle - low) || Math.abs(middle) * 0.0002;
  return widened([Math.min(low, middle - reach / 2), Math.max(high, middle + reach / 2)], 0.18);
}

/** The line has the colour of its side of the strike. */
function colourBySide(plot: uPlot, strike: number, { up, down }: Palette): CanvasGradient {
  const { top, height } = plot.bbox;
  const share = Math.min(1, Math.max(0, (plot.valToPos(strike, 'y', true) - top) / height));
  const gradient = plot.ctx.createLinearGradient(0, top, 0, top + height);
  gradient.addColorStop(share, up);
  gradient.addColorStop(share, down);
  return gradient;
}

/** When the round opened and closes, below its lines as far as the labels have room. */
function timeLabels({ opensAt, closesAt, opensText, closesText }: RoundMarkers, palette: () => Palette): uPlot.Axis {
  return {
    ...axisStyle(palette),
    scale: 'x',
    side: 2,
    size: inPlot(footPx),
    grid: { show: false },
    splits({ bbox }, _axis, from, to) {
      const perPx = (to - from) / toCss(bbox.width);
      const [opensHalf, closesHalf] = [opensText, closesText].map((text) => labelWidth(text, palette().fontFamily) / 2);
      const closes = Math.min(closesAt, to + (chartTextPx() * axisEms - edgePx - closesHalf!) * perPx);
      const opens = Math.min(opensAt, closes - (closesHalf! + edgePx + opensHalf!) * perPx);
      return [Math.max(from + (edgePx + opensHalf!) * perPx, opens), closes];
    },
    values: () => [opensText, closesText],
  };
}
