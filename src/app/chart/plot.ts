import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import type { TextWeight } from './canvas-text.ts';
import type { Palette } from './palette.ts';
import type { Scale, TimeSpan } from './price-scale.ts';
import { canvasRatio, chartTextPx, type CssPx, type PlotPx } from './px.ts';

/** What differs from plot to plot; sizes of axes, fonts and lines go through `inPlot`. */
export type PlotOptions = Omit<uPlot.Options, 'width' | 'height' | 'legend' | 'select'>;

export interface PlotSize {
  readonly width: CssPx;
  readonly height: CssPx;
}

/**
 * A length in uPlot's own pixels. uPlot draws as many device pixels as the page has; where that is more than a chart
 * needs, a plot is laid out smaller and scaled up by CSS, so that its canvas has the pixels of `canvasRatio`.
 */
export function inPlot(length: CssPx): PlotPx {
  return (length * canvasRatio()) / devicePixelRatio;
}

/** A length or a place that uPlot answers, as the page is laid out. */
export function fromPlot(length: PlotPx): CssPx {
  return (length * devicePixelRatio) / canvasRatio();
}

export function plotSize({ width, height }: PlotSize): { width: PlotPx; height: PlotPx } {
  return { width: inPlot(width), height: inPlot(height) };
}

/** A plot in an element, drawn once and at once. It takes no pointers: gestures set its cursor. */
export function createPlot(host: HTMLElement, size: PlotSize, options: PlotOptions, data: uPlot.AlignedData): uPlot {
  const whole = {
    padding: [0, 0, 0, 0],
    ...options,
    ...plotSize(size),
    legend: { show: false },
    select: { show: false, left: 0, top: 0, width: 0, height: 0 },
  } satisfies uPlot.Options;
  return new uPlot(whole, data, (made, init) => {
    made.root.style.transformOrigin = '0 0';
    made.root.style.pointerEvents = 'none';
    if (devicePixelRatio > canvasRatio()) made.root.style.scale = String(devicePixelRatio / canvasRatio());
    host.append(made.root);
    // In a batch of its own a plot is drawn once; by itself it would draw again in a microtask.
    made.batch(() => void init());
  });
}

/** A cursor that gestures and keys set, on one point of each series. */
export const heldCursor: uPlot.Cursor = { y: false, drag: { setScale: false, x: false, y: false } };

/** An axis that neither draws nor takes room, for scales whose values are shown elsewhere. */
export const bareAxis: uPlot.Axis = { show: false };

/** Lines alone, without room for labels. */
export const lineAxis: uPlot.Axis = { size: 0, values: () => [], ticks: { show: false } };

/** Fonts, colours and gaps that all axes share; colours are read with each draw. */
export function axisStyle(palette: () => Palette, weight: TextWeight = 400): uPlot.Axis {
  return {
    // uPlot reads whole pixels alone.
    font: `${weight} ${Math.round(inPlot(chartTextPx()))}px ${palette().fontFamily}`,
    stroke: () => palette().text3,
    ticks: { show: false },
    border: { show: false },
    grid: { stroke: () => palette().grid, width: inPlot(1) },
    gap: inPlot(6),
  };
}

/** Where the x scale puts whole numbers, in the canvas. */
export function spanOf({ scales, bbox }: uPlot, from: number, to: number): TimeSpan {
  const { min = 0, max = 1 } = scales['x'] ?? {};
  const step = bbox.width / (max - min);
  return { from, to, step, origin: bbox.left - min * step };
}

/** Where the y scale puts values, in the canvas. */
export function scaleOf({ scales, bbox }: uPlot): Scale {
  const { min = 0, max = 1 } = scales['y'] ?? {};
  const { top, height } = bbox;
  return { min, max, top, bottom: top + height, perUnit: height / (max - min) };
}

/** A path builder that draws by itself, within the plot and below all lines. */
export function painted(paint: (plot: uPlot, from: number, to: number) => void): uPlot.Series.PathBuilder {
  return (plot, _series, from, to) => {
    within(plot, () => paint(plot, from, to));
    return null;
  };
}

/** Draws what does not stick out of the plot, and leaves the context as it was: uPlot remembers its styles. */
export function within({ ctx, bbox }: uPlot, paint: () => void): void {
  ctx.save();
  ctx.beginPath();
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
  ctx.clip();
  paint();
  ctx.restore();
}

/** A series that only widens its scale. */
export const unseen: uPlot.Series = { paths: () => null, points: { show: false } };
