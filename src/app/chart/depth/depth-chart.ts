import uPlot from 'uplot';
import type { ChartFormat } from '../chart-format.ts';
import { followGestures } from '../gestures.ts';
import { makePart } from '../parts.ts';
import { createPlotFrame } from '../plot-frame.ts';
import { fromPlot, axisStyle, bareAxis, heldCursor, inPlot, type PlotOptions, scaleOf, within } from '../plot.ts';
import { type CssPx, type PlotPx, toCss, toDevice } from '../px.ts';
import names from './depth-chart.module.css';
import { type DepthLevel, makeDepthCurve, type DepthCurve, levelAt } from './depth-curve.ts';
import { labelWidth, useFont } from '../canvas-text.ts';
import { type Palette, tinted } from '../palette.ts';
import { roundValues, toPixel } from '../price-scale.ts';

export interface DepthChart {
  /** Both sides best first with running totals. Drawn with the next animation frame. */
  setBook(bids: readonly DepthLevel[], asks: readonly DepthLevel[]): void;
  setFormat(format: ChartFormat): void;
  /** Old data looks old: the areas fade. */
  setStale(stale: boolean): void;
  destroy(): void;
}

interface DepthChartOptions {
  readonly format: ChartFormat;
  /** What quantities are counted in, written after them: `BTC`. */
  readonly unit: string;
  /** What the picture is, for readers of the screen; the figures stand in the list below it. */
  readonly label: string;
}

/** Draws the book's depth in an element that has a size: bids on the left, asks on the right, the middle between them. */
export function createDepthChart(element: HTMLElement, { format, unit, label }: DepthChartOptions): DepthChart {
  const state: DepthState = { unit, format, curve: null, pointer: null, stale: false };
  const tag = makePart(names['tag'], element);
  tag.hidden = true;
  element.setAttribute('role', 'img');
  element.setAttribute('aria-label', label);
  const frame = createPlotFrame(element, {
    options: (palette) => depthOptions(state, palette, (plot) => placeTag(tag, plot, state)),
    data: () => state.curve && [state.curve.prices, state.curve.bids, state.curve.asks],
  });
  const point = (x: CssPx | null) => {
    state.pointer = x;
    if (frame.plot !== null) followPointer(frame.plot);
  };
  const stopGestures = followGestures(element, {
    crosshairAt: point,
    hideCrosshair: () => point(null),
    get crosshairShown() {
      return state.pointer !== null;
    },
  });

  return {
    setBook(bids, asks) {
      state.curve = makeDepthCurve(bids, asks);
      tag.hidden ||= state.curve === null;
      frame.request();
    },
    setFormat(next) {
      state.format = next;
      frame.remake();
    },
    setStale(next) {
      if (next === state.stale) return;
      state.stale = next;
      frame.remake();
    },
    destroy() {
      stopGestures();
      frame.remove();
      tag.remove();
    },
  };
}

/** The price at the cursor and the quantity up to it, on the side that has room. */
function placeTag(tag: HTMLElement, plot: uPlot, { curve, format, unit }: DepthState): void {
  const at = plot.cursor.idx ?? null;
  tag.hidden = curve === null || at === null;
  if (curve === null || at === null) return;
  const [price, total] = [curve.prices[at]!, (curve.bids[at] ?? curve.asks[at])!];
  tag.dataset['side'] = at < curve.middleAt ? 'bid' : 'ask';
  tag.style.left = `${fromPlot(plot.valToPos(price, 'x'))}px`;
  tag.style.setProperty('--y', `${fromPlot(plot.valToPos(total, 'y'))}px`);
  tag.textContent = `${format.price(price)}\n${format.amount(total)} ${unit}`;
}

/** What a depth chart is, apart from where it is drawn. */
interface DepthState {
  /** What quantities are counted in, written after them: `BTC`. */
  readonly unit: string;
  format: ChartFormat;
  curve: DepthCurve | null;
  /** Where somebody points at, from the left edge. */
  pointer: CssPx | null;
  stale: boolean;
}

const axisPx: CssPx = 26;
const edgePx: CssPx = 16;
const haloPx: CssPx = 4;
const linePx: CssPx = 1.5;
const dotPx: CssPx = 8;
const topShare = 0.12;
const areaShare = 0.16;
const staleAlpha = 0.45;

/** The plot of a book: both sides as steps, prices below, quantities in the middle. */
function depthOptions(state: DepthState, palette: () => Palette, onCursor: (plot: uPlot) => void): PlotOptions {
  const stepped = uPlot.paths.stepped!;
  const side = (colour: () => string, align: 1 | -1): uPlot.Series => ({
    stroke: colour,
    width: inPlot(linePx),
    fill: () => tinted(colour(), areaShare),
    alpha: state.stale ? staleAlpha : 1,
    paths: stepped({ align }),
    points: { show: false },
  });
  const colours = [() => palette().up, () => palette().down] as const;
  return {
    scales: {
      x: { time: false },
      y: { range: () => [0, (state.curve?.total ?? 1) / (1 - topShare)] },
    },
    // A level counts from its price outwards.
    series: [{}, side(colours[0], -1), side(colours[1], 1)],
    axes: [middleAxis(state, palette), edgeAxis(state, palette), bareAxis],
    cursor: {
      ...heldCursor,
      move: (plot) => [pointedLeft(state, plot), 0],
      points: { size: inPlot(dotPx), width: 0, fill: (_plot, series) => colours[series - 1]?.() ?? '' },
    },
    hooks: {
      ready: [followPointer],
      draw: [(plot) => paintQuantities(plot, state, palette())],
      setCursor: [onCursor],
    },
  };
}

/** The cursor goes where somebody points at, whatever place it is given. */
function followPointer(plot: uPlot): void {
  plot.setCursor({ left: 0, top: 0 });
}

/** The cursor snaps to the level that is pointed at; between the best prices there is none. */
function pointedLeft({ curve, pointer }: DepthState, plot: uPlot): PlotPx {
  if (pointer === null || curve === null) return -1;
  const at = levelAt(curve, plot.posToVal(inPlot(pointer), 'x'));
  return at === null ? -1 : plot.valToPos(curve.prices[at]!, 'x');
}

function priceAxis({ format }: DepthState, palette: () => Palette, weight: 400 | 600): uPlot.Axis {
  return {
    ...axisStyle(palette, weight),
    scale: 'x',
    side: 2,
    grid: { show: false },
    values: (_plot, prices) => prices.map((price) => format.price(price)),
  };
}

/** The price in the middle. It takes no room, so that those at the edges stand on its line. */
function middleAxis(state: DepthState, palette: () => Palette): uPlot.Axis {
  const splits = () => (state.curve === null ? [] : [state.curve.prices[state.curve.middleAt]!]);
  return { ...priceAxis(state, palette, 600), stroke: () => palette().text1, size: 0, splits };
}

/** Prices as near to the edges as their labels have room. */
function edgeAxis(state: DepthState, palette: () => Palette): uPlot.Axis {
  return {
    ...priceAxis(state, palette, 400),
    size: inPlot(axisPx),
    border: { show: true, stroke: () => palette().line, width: inPlot(1) },
    splits({ bbox }, _axis, min, max) {
      const label = labelWidth(state.format.price(min), palette().fontFamily);
      const inset = ((max - min) * (edgePx + label / 2)) / toCss(bbox.width);
      return [min + inset, max - inset];
    },
  };
}

/** A halo keeps the quantities legible where the curve runs through them. */
function paintQuantities(plot: uPlot, { curve, format, unit }: DepthState, palette: Palette): void {
  const { ctx, bbox } = plot;
  const scale = scaleOf(plot);
  const x = bbox.left + bbox.width / 2;
  within(plot, () => {
    useFont(ctx, palette.fontFamily, 400);
    ctx.textBaseline = 'middle';
    ctx.textAlign = 'center';
    ctx.fillStyle = palette.text3;
    ctx.strokeStyle = palette.background;
    ctx.lineWidth = toDevice(haloPx);
    ctx.lineJoin = 'round';
    for (const total of roundValues(0, curve?.total ?? 0, 4, 0)) {
      if (total === 0) continue;
      const quantity = `${format.amount(total)} ${unit}`;
      ctx.strokeText(quantity, x, toPixel(scale, total));
      ctx.fillText(quantity, x, toPixel(scale, total));
    }
  });
}
