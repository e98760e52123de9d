import type uPlot from 'uplot';
import { layPanes, timeAxisPx } from '../pane-layout.ts';
import { createPlot } from '../plot.ts';
import { type ValueRange } from '../price-scale.ts';
import type { CssPx } from '../px.ts';
import { timeLabels } from '../time-labels.ts';
import { PaneAxes } from './pane-axes.ts';
import { columnsOf, indicatorPane, outgrows, type PaneKind, pricePane, volumePane } from './pane-kinds.ts';
import { paneOptions } from './pane-options.ts';
import type { KlineState } from './kline-state.ts';

/** A pane that stands in the chart. */
export interface Pane {
  readonly kind: PaneKind;
  readonly plot: uPlot;
  readonly top: CssPx;
}

export interface PanesSize {
  readonly width: CssPx;
  readonly height: CssPx;
  /** Width of the price axis. */
  readonly axis: CssPx;
}

const timeLabelGapPx: CssPx = 76;
let charts = 0;

/** The panes of a chart, one plot each, over one time scale: the price, the volume and the sub indicators. */
export class KlinePanes {
  readonly #host: HTMLElement;
  readonly #state: KlineState;
  readonly axes: PaneAxes;
  /** Plots of one chart have their cursors in sync. */
  readonly #key = `kline-${(charts += 1)}`;
  #panes: Pane[] = [];
  #size: PanesSize = { width: 0, height: 0, axis: 0 };
  /** The candles' numbers, which are the columns of the time scale. */
  #numbers = new Float64Array(0);
  /** Lowest and highest price in view at the last draw. */
  #seen: ValueRange = [0, 1];

  constructor(host: HTMLElement, state: KlineState) {
    this.#host = host;
    this.#state = state;
    this.axes = new PaneAxes(state);
  }

  /** From the top; none before the first draw. */
  get panes(): readonly Pane[] {
    return this.#panes;
  }

  /** Draws everything but a running candle that is drawn apart. */
  draw(size: PanesSize): void {
    const { candles, view } = this.#state;
    if (candles.length === 0) return this.clear();
    const { width, height, axis } = this.#size;
    if (size.width !== width || size.height !== height || size.axis !== axis) this.clear();
    this.#size = size;
    this.axes.times = this.#timesInView();
    if (this.#panes.length === 0) return this.#build();
    for (const { plot, kind } of this.#panes) {
      plot.batch(() => {
        plot.setData(this.#dataOf(kind), false);
        plot.redraw(false, true);
        plot.setScale('x', { min: view.left, max: view.right });
      });
    }
  }

  #timesInView() {
    const { candles, view, interval, format } = this.#state;
    const from = Math.max(0, Math.ceil(view.left));
    const to = Math.min(candles.length - 1, Math.floor(view.right));
    const gap = (timeLabelGapPx * view.span) / (this.#size.width - this.#size.axis);
    return timeLabels(candles.times, candles.length, from, to, gap, interval, format.toLocal);
  }

  #dataOf(kind: PaneKind): uPlot.AlignedData {
    const { length, times } = this.#state.candles;
    if (this.#numbers.length < length) this.#numbers = Float64Array.from({ length: times.length }, (_, at) => at);
    return [this.#numbers.subarray(0, length), ...columnsOf(kind, length)];
  }

  #build(): void {
    const state = this.#state;
    const subs = state.indicators.panes.map((_, at) => indicatorPane(state, at));
    const kinds = [pricePane(state), ...(state.volume ? [volumePane(state)] : []), ...subs];
    const areas = this.#areas();
    this.#panes = kinds.map((kind, at): Pane => {
      const { top, height } = areas[at]!;
      const place = document.createElement('div');
      place.style.cssText = `position: absolute; left: 0; top: ${top}px`;
      this.#host.append(place);
      const isLast = at === kinds.length - 1;
      const options = paneOptions(state, this.axes, {
        kind,
        key: this.#key,
        place: at === 0 ? 'price' : 'lower',
        isLast,
        axis: this.#size.axis,
        onSeen: (seen) => {
          if (at === 0) this.#seen = seen;
        },
      });
      return { kind, top, plot: createPlot(place, { width: this.#size.width, height }, options, this.#dataOf(kind)) };
    });
  }

  /** Where the panes stand, in whole pixels; the last has the time axis below it. */
  #areas(): { readonly top: CssPx; readonly height: CssPx }[] {
    const { volume, indicators } = this.#state;
    const layout = layPanes(this.#size.height - timeAxisPx, volume, indicators.panes.length);
    const panes = [layout.price, ...(layout.volume === null ? [] : [layout.volume]), ...layout.subs];
    return panes.map(({ top, bottom }, at) => {
      const foot = at === panes.length - 1 ? this.#size.height : Math.round(bottom);
      return { top: Math.round(top), height: foot - Math.round(top) };
    });
  }

  /** Other indicators, another kind, other fonts: the next draw makes the plots again. */
  clear(): void {
    for (const { plot } of this.#panes) {
      const place = plot.root.parentElement;
      plot.destroy();
      place?.remove();
    }
    this.#panes = [];
  }

  /** Whether the running candle needs nothing else drawn than itself. */
  holds(): boolean {
    const last = this.#state.candles.length - 1;
    const [price] = this.#panes;
    if (price === undefined || last < 0 || this.axes.tagMovedOn(price.plot)) return false;
    if (last > this.#state.view.right) return true;
    return !this.#panes.some(({ kind, plot }) => outgrows(kind, kind.steady ? rangeOf(plot) : this.#seen, last));
  }
}

function rangeOf({ scales }: uPlot): ValueRange {
  return [scales['y']?.min ?? 0, scales['y']?.max ?? 0];
}
