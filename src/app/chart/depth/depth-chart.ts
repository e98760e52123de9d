import type uPlot from 'uplot';
import type { ChartFormat } from '../chart-format.ts';
import { followGestures } from '../gestures.ts';
import { makePart } from '../parts.ts';
import { createPlotFrame } from '../plot-frame.ts';
import { fromPlot } from '../plot.ts';
import type { CssPx } from '../px.ts';
import names from './depth-chart.module.css';
import { type DepthLevel, makeDepthCurve } from './depth-curve.ts';
import { depthOptions, type DepthState, followPointer } from './depth-options.ts';

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
