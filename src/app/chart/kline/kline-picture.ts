import type uPlot from 'uplot';
import { isWholeDays } from '#protocol/market-data/intervals.ts';
import { labelWidth } from '../canvas-text.ts';
import { priceAxisLeastPx } from '../pane-layout.ts';
import { scaleOf, spanOf } from '../plot.ts';
import type { PriceLayout } from '../price-layout.ts';
import { toPixel } from '../price-scale.ts';
import { type CssPx, toCss, type PlotPx, toDevice } from '../px.ts';
import names from './kline-chart.module.css';
import { KlineLive } from './kline-live.ts';
import { candleOf, markerMiddle, markersAt } from './kline-markers.ts';
import type { ChartMarker } from './kline-options.ts';
import { KlinePanes, type PanesSize, type Pane } from './kline-panes.ts';
import { createKlineReadings } from './kline-readings.ts';
import type { Crosshair, KlineState } from './kline-state.ts';
import { makePart } from '../parts.ts';
import type { PaneAxes } from './pane-axes.ts';

/** Room beside a price on its axis. */
const axisRoomPx: CssPx = 16;

/**
 * What a chart looks like: the strip of values, the settled plots below it, and what lies over them. A tick inside the
 * scales leaves the plots alone.
 */
export class KlinePicture {
  readonly #state: KlineState;
  readonly #plots = document.createElement('div');
  readonly #panes;
  readonly #live;
  readonly #crosshair;
  readonly #readings;
  #size: PanesSize;
  /** Whether the room of the strip is being found out; nothing is drawn meanwhile. */
  #laying = true;
  #axisPx: CssPx = priceAxisLeastPx;

  constructor(element: HTMLElement, state: KlineState) {
    this.#state = state;
    element.classList.add(names['chart'] ?? '');
    this.#plots.className = names['plots'] ?? '';
    element.append(this.#plots);
    const panes = document.createElement('div');
    panes.className = names['panes'] ?? '';
    this.#plots.append(panes);
    this.#readings = createKlineReadings(element, this.#plots, state);
    this.#panes = new KlinePanes(panes, state);
    this.#live = new KlineLive(this.#plots, state);
    this.#crosshair = createKlineCrosshair(this.#plots, state, this.#panes.axes);
    this.#size = { width: Math.floor(element.clientWidth), height: 0, axis: this.#axisPx };
  }

  get plotWidth(): CssPx {
    return Math.max(1, this.#size.width - this.#axisPx);
  }

  /** What the plots stand in; its size is the picture's. */
  get plots(): HTMLElement {
    return this.#plots;
  }

  /** The plots were laid out in the page. Answers whether their room is another one now. */
  resize(width: CssPx, height: CssPx): boolean {
    this.#readings.hold();
    this.#laying = false;
    if (width === this.#size.width && height === this.#size.height) return false;
    this.#size = { ...this.#size, width, height };
    return true;
  }

  /** Other values, other words or another width: strip and axis take the room they need with the next layout. */
  layOut(): void {
    this.#panes.clear();
    this.#axisPx = this.#measureAxis();
    this.#readings.layStrip();
  }

  /** Width the price axis needs for the prices of this pair, which are all about as long. */
  #measureAxis(): CssPx {
    const { candles, palette, format } = this.#state;
    if (candles.length === 0) return this.#axisPx;
    const price = format.price(candles.closes[candles.length - 1]!);
    const width = labelWidth(price, palette.fontFamily, 600);
    return Math.max(priceAxisLeastPx, Math.ceil(width + axisRoomPx));
  }

  /** Lets ticks draw the running candle alone. Answers whether the plots must be drawn without it once. */
  takeRunning(): boolean {
    if (this.#state.apart || this.#panes.panes.length === 0) return false;
    this.#live.take();
    return true;
  }

  /** Draws; `whole` where more than the running candle may have changed. */
  draw(crosshair: Crosshair | null, nowMs: number, whole: boolean): void {
    const { candles } = this.#state;
    const hit = crosshair === null ? [] : this.#hit(crosshair, false);
    this.#readings.write(this.#panes.panes, crosshair?.index ?? candles.length - 1, hit);
    if (this.#laying || this.#size.height <= 0 || this.#size.width <= 0) return;
    this.#size = { ...this.#size, axis: this.#axisPx };
    const settled = !whole && this.#panes.holds();
    if (!settled) {
      this.#panes.draw(this.#size);
      this.#live.lay(this.#panes.panes, this.#size);
      this.#readings.write(this.#panes.panes, crosshair?.index ?? candles.length - 1, hit);
    }
    this.#live.draw(this.#panes.panes, nowMs);
    this.#crosshair.show(this.#panes.panes, this.#size, crosshair);
  }

  #hit(crosshair: Crosshair, coarse: boolean): readonly ChartMarker[] {
    const [price] = this.#panes.panes;
    return price === undefined ? [] : markersAt(price.plot, this.#state, crosshair, coarse);
  }

  /** The marker nearest to a finger's place, as a crosshair; null when none is near. */
  markerAt(crosshair: Crosshair): Crosshair | null {
    const [near] = this.#hit(crosshair, true);
    const [price] = this.#panes.panes;
    if (near === undefined || price === undefined) return null;
    return { index: candleOf(this.#state, near), y: markerMiddle(price.plot, near) };
  }

  /** Where prices stand since the last draw; null before the first. */
  layout(): PriceLayout | null {
    const [price] = this.#panes.panes;
    if (price === undefined) return null;
    const top = this.#plots.offsetTop;
    const { candles } = this.#state;
    const scale = scaleOf(price.plot);
    return {
      filled: true,
      top,
      bottom: top + toCss(scale.bottom),
      right: this.plotWidth,
      axis: this.#axisPx,
      max: scale.max,
      perUnit: toCss(scale.perUnit),
      last: top + toCss(toPixel(scale, candles.closes[candles.length - 1]!)),
      labels: this.#panes.axes.heights(price.plot).map((height) => top + height),
    };
  }

  /** The time to close went on; nothing else did. */
  count(nowMs: number): void {
    this.#live.count(nowMs);
  }

  remove(): void {
    this.#crosshair.remove();
    this.#live.remove();
    this.#panes.clear();
    this.#readings.remove();
    this.#plots.remove();
  }
}

/** The crosshair: uPlot's cursor stands on the candle in all panes; its height and the tags on both axes are its own. */
interface KlineCrosshair {
  show(panes: readonly Pane[], size: PanesSize, crosshair: Crosshair | null): void;
  remove(): void;
}

function createKlineCrosshair(host: HTMLElement, state: KlineState, axes: PaneAxes): KlineCrosshair {
  const layer = makePart(names['cross'], host);
  layer.hidden = true;
  const make = (name: string) => makePart(names[name], layer);
  const [line, dot, cover] = [make('crossLine'), make('crossDot'), make('crossCover')];
  const [price, time] = [make('crossPrice'), make('crossTime')];

  function showAt({ plot }: Pane, size: PanesSize, { index, y }: Crosshair): void {
    const { candles, format, interval } = state;
    const span = spanOf(plot, 0, 0);
    const scale = scaleOf(plot);
    const x = toCss(span.origin + index * span.step);
    const right: CssPx = size.width - size.axis;
    const paneBottom = toCss(scale.bottom);
    const height: CssPx = Math.min(size.height, Math.max(0, y ?? toCss(toPixel(scale, candles.closes[index]!))));
    setCursor(plot, plot.valToPos(index, 'x'));
    line.style.width = `${right}px`;
    line.style.transform = `translateY(${Math.round(height)}px)`;
    dot.style.transform = `translate(${Math.round(x)}px, ${Math.round(height)}px)`;
    price.hidden = height > paneBottom;
    price.textContent = format.price(scale.max - (toDevice(height) - scale.top) / scale.perUnit);
    price.style.transform = `translate(${right + 1}px, ${Math.round(height)}px)`;
    price.style.width = cover.style.width = `${size.axis - 2}px`;
    const label = axes.labelNear(plot, height);
    cover.hidden = label === null || price.hidden;
    cover.style.transform = `translate(${right + 1}px, ${Math.round(label ?? 0)}px)`;
    time.textContent = format.time(candles.times[index]!, isWholeDays(interval) ? 'date' : 'moment');
    const half = time.offsetWidth / 2;
    time.style.transform = `translateX(${Math.round(Math.min(right - half, Math.max(half, x)))}px)`;
  }

  return {
    show(panes, size, crosshair) {
      const [first] = panes;
      const hidden = crosshair === null || first === undefined;
      if (hidden && layer.hidden) return;
      layer.hidden = hidden;
      if (hidden && first !== undefined) setCursor(first.plot, -10);
      if (!hidden) showAt(first, size, crosshair);
    },
    remove: () => layer.remove(),
  };
}

/** Sets the cursor of all plots that are in sync; uPlot's types leave the third argument out. */
function setCursor(plot: uPlot, left: PlotPx): void {
  const synced: { setCursor(at: { left: PlotPx; top: PlotPx }, fire: boolean, publish: boolean): void } = plot;
  synced.setCursor({ left, top: left < 0 ? left : 1 }, false, true);
}
