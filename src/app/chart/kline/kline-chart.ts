import { readPalette, watchPalette } from '../palette.ts';
import type { PlotSize } from '../plot.ts';
import type { PriceLayout } from '../price-layout.ts';
import { createRedraw, watchPixelRatio } from '../redraw.ts';
import { createSpokenReading } from '../spoken-reading.ts';
import { createViewport } from '../viewport.ts';
import { type CandleRow, createCandleStore } from './candle-store.ts';
import { followCursor } from './kline-cursor.ts';
import { createKlineIndicators, type IndicatorChoice } from './kline-indicators.ts';
import { markersOf } from './kline-markers.ts';
import type { CandleReading, ChartMarker, KlineChart, KlineOptions, PageChoice } from './kline-options.ts';
import { KlinePicture } from './kline-picture.ts';
import { type Crosshair, type KlineState, readCandle } from './kline-state.ts';
import { OlderCandles } from './older-candles.ts';

const countdownMs = 1_000;

/**
 * A K-line chart in an element that has a size and `position: relative`. Framework-free: ticks go straight to the
 * picture, once per animation frame.
 */
export function createKlineChart(element: HTMLElement, options: KlineOptions): KlineChart {
  return new Chart(element, options);
}

class Chart implements KlineChart {
  readonly #options: KlineOptions;
  readonly #state: KlineState;
  readonly #picture: KlinePicture;
  readonly #spoken;
  readonly #redraw;
  readonly #older;
  readonly #stops: readonly (() => void)[];
  readonly #followers = new Set<(layout: PriceLayout) => void>();
  /** Whether more than the running candle changed since the last draw. */
  #whole = true;
  /** Whether a tick came since the last draw: more of them will. */
  #ticked = false;
  #crosshair: Crosshair | null = null;
  /** Whether the newest candle is out of view. */
  #away = false;
  /** First candle whose indicators are not up to date. */
  #staleFrom = Number.POSITIVE_INFINITY;

  constructor(element: HTMLElement, options: KlineOptions) {
    this.#options = options;
    this.#state = stateOf(element, options);
    this.#picture = new KlinePicture(element, this.#state);
    this.#spoken = createSpokenReading(element);
    this.#redraw = createRedraw(element, () => this.#draw());
    this.#older = new OlderCandles(
      this.#state,
      (beforeMs) => options.onNeedOlder?.(beforeMs) ?? null,
      () => this.#redraw.request(),
    );
    const sizes = new ResizeObserver(([entry]) => entry !== undefined && this.#resize(entry.contentRect));
    sizes.observe(this.#picture.plots);
    const countdown = setInterval(() => document.hidden || this.#picture.count(options.now()), countdownMs);
    element.tabIndex = 0;
    element.setAttribute('role', 'application');
    element.setAttribute('aria-label', options.label);
    this.#stops = [
      this.#followCursor(element),
      watchPalette(() => {
        this.#state.palette = readPalette(element);
        this.#layOut();
      }),
      watchPixelRatio(() => this.#layOut()),
      () => sizes.disconnect(),
      () => clearInterval(countdown),
    ];
  }

  #followCursor(element: HTMLElement): () => void {
    return followCursor(element, this.#state, this.#picture, {
      crosshair: () => this.#crosshair,
      setCrosshair: (next) => this.#setCrosshair(next),
      changeView: (change) => this.#changeView(change),
      speak: (index) =>
        this.#spoken.say(() => (index < this.#state.candles.length ? this.#options.describe(this.#read(index)) : '')),
    });
  }

  #read(index: number): CandleReading {
    return readCandle(this.#state, index, markersOf(this.#state, index));
  }

  #draw(): void {
    const { candles, indicators } = this.#state;
    if (this.#staleFrom < candles.length) indicators.compute(this.#staleFrom);
    this.#staleFrom = Number.POSITIVE_INFINITY;
    if (this.#ticked) this.#whole ||= this.#picture.takeRunning();
    this.#picture.draw(this.#crosshair, this.#options.now(), this.#whole);
    this.#whole = this.#ticked = false;
    const layout = this.#followers.size === 0 ? null : this.#picture.layout();
    if (layout !== null) for (const hear of this.#followers) hear(layout);
    this.#older.askNearStart();
    const away = candles.length > 0 && !this.#state.view.atEnd;
    if (away !== this.#away) this.#options.onAway?.((this.#away = away));
  }

  #drawAll(): void {
    this.#whole = true;
    this.#redraw.request();
  }

  #changeView(change: () => void): void {
    change();
    this.#drawAll();
  }

  #setCrosshair(next: Crosshair | null): void {
    const moved = next?.index !== this.#crosshair?.index;
    if (next === null && this.#crosshair === null) return;
    this.#crosshair = next;
    if (moved) this.#options.onCrosshair?.(next === null ? null : this.#read(next.index));
    this.#redraw.request();
  }

  /** The room changed, or is known for the first time: drawn at once, before the page is painted. */
  #resize({ width, height }: PlotSize): void {
    const before = this.#picture.plotWidth;
    if (!this.#picture.resize(Math.floor(width), Math.floor(height))) return this.#redraw.request();
    this.#state.view.resize(before, this.#picture.plotWidth);
    this.#whole = true;
    this.#draw();
  }

  #layOut(): void {
    this.#picture.layOut();
    this.#drawAll();
  }

  setData(rows: readonly CandleRow[], choice: PageChoice & { readonly keepView?: boolean }): void {
    const { candles, view, gaps } = this.#state;
    gaps.clear();
    for (const [, toMs] of choice.missing ?? []) gaps.add(toMs);
    const before = candles.length;
    candles.replaceAll(rows);
    view.setLength(candles.length);
    this.#staleFrom = 0;
    this.#older.begin(choice.more);
    this.#setCrosshair(null);
    this.#layOut();
    if (choice.keepView !== true || before === 0) view.reset(this.#picture.plotWidth);
  }

  prepend(rows: readonly CandleRow[], choice: PageChoice): void {
    for (const [, toMs] of choice.missing ?? []) this.#state.gaps.add(toMs);
    const taken = this.#state.candles.prepend(rows);
    this.#older.took(choice.more && taken > 0);
    if (taken === 0) return;
    this.#state.view.follow(0, taken);
    if (this.#crosshair !== null) this.#crosshair = { ...this.#crosshair, index: this.#crosshair.index + taken };
    this.#staleFrom = 0;
    this.#drawAll();
  }

  tick(row: CandleRow): void {
    const { candles, view } = this.#state;
    const { length, dropped } = candles;
    const put = candles.put(row);
    if (put === 'ignored') return;
    this.#ticked = true;
    const gone = candles.dropped - dropped;
    if (put === 'appended') {
      view.follow(1, -gone);
      this.#whole = true;
    }
    if (gone > 0) this.#setCrosshair(null);
    this.#staleFrom = gone > 0 ? 0 : Math.min(this.#staleFrom, candles.length - 1);
    if (length === 0) this.#layOut();
    this.#redraw.request();
  }

  setKind(kind: KlineState['kind']): void {
    if (kind === this.#state.kind) return;
    this.#state.kind = kind;
    this.#layOut();
  }

  setIndicators(choice: IndicatorChoice): void {
    this.#state.volume = choice.volume;
    this.#state.indicators.choose(choice);
    this.#layOut();
  }

  setInterval(interval: KlineState['interval']): void {
    this.#state.interval = interval;
    this.#redraw.request();
  }

  setFormat(format: KlineState['format'], priceDecimals: number): void {
    this.#state.format = format;
    this.#state.priceDecimals = priceDecimals;
    this.#layOut();
  }

  setStale(stale: boolean): void {
    if (stale === this.#state.stale) return;
    this.#state.stale = stale;
    this.#redraw.request();
  }

  setReach(prices: readonly number[]): void {
    if (prices.join() === this.#state.reach.join()) return;
    this.#state.reach = prices;
    this.#drawAll();
  }

  setMarkers(markers: readonly ChartMarker[]): void {
    this.#state.markers = markers;
    this.#drawAll();
  }

  follow(hear: (layout: PriceLayout) => void): () => void {
    this.#followers.add(hear);
    const layout = this.#picture.layout();
    if (layout !== null) hear(layout);
    return () => void this.#followers.delete(hear);
  }

  fit(): void {
    this.#changeView(() => this.#state.view.fit());
  }

  toNewest(): void {
    this.#changeView(() => this.#state.view.toEnd());
  }

  zoomTo(count: number): void {
    const { view } = this.#state;
    this.#changeView(() => (view.toEnd(), view.zoom(count / view.span, view.right)));
  }

  destroy(): void {
    this.#redraw.stop();
    for (const stop of this.#stops) stop();
    this.#spoken.remove();
    this.#picture.remove();
  }
}

function stateOf(element: HTMLElement, options: KlineOptions): KlineState {
  const candles = createCandleStore();
  const indicators = createKlineIndicators(candles);
  indicators.choose(options.indicators);
  return {
    candles,
    view: createViewport(),
    indicators,
    kind: options.kind,
    interval: options.interval,
    volume: options.indicators.volume,
    format: options.format,
    priceDecimals: options.priceDecimals,
    palette: readPalette(element),
    stale: false,
    reach: [],
    markers: [],
    gaps: new Set(),
    apart: false,
  };
}
