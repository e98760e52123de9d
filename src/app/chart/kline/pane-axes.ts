import type uPlot from 'uplot';
import { timeAxisPx } from '../pane-layout.ts';
import { axisStyle, inPlot, scaleOf } from '../plot.ts';
import { roundValues, toPixel } from '../price-scale.ts';
import { type CssPx, toCss, toDevice } from '../px.ts';
import type { TimeLabel } from '../time-labels.ts';
import type { KlineState } from './kline-state.ts';

const priceLineGapPx: CssPx = 46;
/** A label of the time axis this near to the plot's edges would be cut. */
const edgePx: CssPx = 22;
/**
 * Distances of a label of the price axis from the last price's tag: nearer than the first it would be covered; a draw
 * hides those nearer than the second; farther than the third a hidden one is drawn again. In between a tick leaves it.
 */
const tagTouchesPx: CssPx = 24;
const tagHidesPx: CssPx = 30;
const tagClearPx: CssPx = 40;
/** A label of the price axis this near to the pane's top or bottom would be cut. */
const cutPx: CssPx = 6;
/** Half of the last price's tag, which has two lines. */
const lastTagHalfPx: CssPx = 17;

/** What stands on the axes: round moments of the reader's clock below, round prices at the right. */
export class PaneAxes {
  readonly #state: KlineState;
  /** Moments in view. */
  times: readonly TimeLabel[] = [];
  /** Prices of the axis that fit into the pane as they were drawn last, and whether they make room for the last price's tag. */
  #labels: readonly { readonly price: number; readonly hidden: boolean }[] = [];

  constructor(state: KlineState) {
    this.#state = state;
  }

  /** The grid of moments; the pane at the bottom has their labels. */
  time(isLast: boolean): uPlot.Axis {
    return {
      ...axisStyle(() => this.#state.palette),
      size: isLast ? inPlot(timeAxisPx) : 0,
      splits: () => this.times.map(({ index }) => index),
      values: (plot) => (isLast ? this.times.map((label) => this.#timeText(plot, label)) : []),
    };
  }

  #timeText({ bbox, scales }: uPlot, { index, atMs, detail }: TimeLabel): string | null {
    const { min = 0, max = 1 } = scales['x'] ?? {};
    const x = ((index - min) / (max - min)) * bbox.width;
    const edge = toDevice(edgePx);
    return x < edge || x > bbox.width - edge ? null : this.#state.format.time(atMs, detail);
  }

  price(widthPx: CssPx): uPlot.Axis {
    return {
      ...axisStyle(() => this.#state.palette),
      side: 1,
      size: inPlot(widthPx),
      splits: (plot, _axis, min, max) => {
        const lines = Math.round(toCss(plot.bbox.height) / priceLineGapPx);
        return roundValues(min, max, Math.min(8, Math.max(2, lines)), 10 ** -this.#state.priceDecimals);
      },
      values: (plot, prices) => {
        const labels = prices.map((price) => ({ price, hidden: this.#tagDistance(plot, price) < tagHidesPx }));
        this.#labels = labels.filter(({ price }) => isWhole(plot, price));
        return labels.map((label) =>
          label.hidden || !this.#labels.includes(label) ? null : this.#state.format.price(label.price),
        );
      },
    };
  }

  #tagDistance(plot: uPlot, price: number): CssPx {
    const { candles } = this.#state;
    const tag = lastPriceMiddle(plot, candles.closes[candles.length - 1]!);
    return Math.abs(toCss(toPixel(scaleOf(plot), price)) - tag);
  }

  /** Where prices stand on the axis, below the pane's top. */
  heights(plot: uPlot): CssPx[] {
    const scale = scaleOf(plot);
    return this.#labels.flatMap(({ price, hidden }) => (hidden ? [] : toCss(toPixel(scale, price))));
  }

  /** Where the label stands that a tag at a height would cover in part; null where there is none. */
  labelNear(plot: uPlot, height: CssPx): CssPx | null {
    return this.heights(plot).find((each) => Math.abs(each - height) < tagTouchesPx) ?? null;
  }

  /** Whether the tag has come upon a label, or left one that is hidden far behind. */
  tagMovedOn(plot: uPlot): boolean {
    return this.#labels.some(({ price, hidden }) => {
      const distance = this.#tagDistance(plot, price);
      return hidden ? distance > tagClearPx : distance < tagTouchesPx;
    });
  }
}

/** Whether the label of a price stands within the pane. */
function isWhole(plot: uPlot, price: number): boolean {
  const scale = scaleOf(plot);
  const y = toCss(toPixel(scale, price));
  return y >= cutPx && y <= toCss(scale.bottom) - cutPx;
}

/** Where the middle of the last price's tag stands below the pane's top: at the price, within the pane. */
export function lastPriceMiddle(plot: uPlot, price: number): CssPx {
  const scale = scaleOf(plot);
  const bottom = toCss(scale.bottom) - lastTagHalfPx;
  return Math.min(bottom, Math.max(lastTagHalfPx, toCss(toPixel(scale, price))));
}
