import { candlesMax, createCandleStore } from './candle-store.ts';
import { followKeys } from '../cursor-keys.ts';
import { followGestures } from '../gestures.ts';
import type { Crosshair } from './kline-crosshair.ts';
import type { KlineState } from './kline-frame.ts';
import { plotSize } from './kline-frame.ts';
import { createKlineIndicators } from './kline-indicators.ts';
import type { KlineChart, KlineOptions } from './kline-options.ts';
import { readCandle } from './kline-readings.ts';
import { createKlineSurface } from './kline-surface.ts';
import type { PriceLayout } from '../price-layout.ts';
import { readPalette, watchPalette } from '../palette.ts';
import { createRedraw, watchPixelRatio } from '../redraw.ts';
import { createSpokenReading } from '../spoken-reading.ts';
import { createViewport } from '../viewport.ts';

const countdownMs = 1_000;
/** Older candles are asked for when fewer than this share of a view is left before the first. */
const olderShare = 0.5;
/** After older candles could not be had, the next try waits this long. */
const olderRetryMs = 3_000;

/**
 * A K-line chart in an element that has a size and `position: relative`. Framework-free: ticks go straight
 * to the canvas, once per animation frame.
 */
export function createKlineChart(element: HTMLElement, options: KlineOptions): KlineChart {
  const candles = createCandleStore();
  const view = createViewport();
  const state: KlineState = {
    candles,
    view,
    indicators: createKlineIndicators(candles),
    kind: options.kind,
    interval: options.interval,
    volume: options.indicators.volume,
    format: options.format,
    priceDecimals: options.priceDecimals,
    palette: readPalette(element),
    stale: false,
    direction: 1,
    reach: [],
    markers: [],
  };
  state.indicators.choose(options.indicators);
  const surface = createKlineSurface(element, state);
  const spoken = createSpokenReading(element);
  const redraw = createRedraw(element, draw);
  /** Whether more than the running candle changed since the last draw. */
  let whole = true;
  /** Whether a tick came since the last draw. */
  let ticked = false;
  let crosshair: Crosshair | null = null;
  const followers = new Set<(layout: PriceLayout) => void>();
  /** First candle whose indicators are not up to date. */
  let staleFrom = Number.POSITIVE_INFINITY;
  let older = { more: false, asked: false, notBeforeMs: 0 };

  const plotWidth = () => plotSize(surface.size).widthPx;

  function draw(): void {
    if (staleFrom < candles.length) state.indicators.compute(staleFrom);
    staleFrom = Number.POSITIVE_INFINITY;
    surface.draw({ crosshair, nowMs: options.now(), whole, ticked });
    whole = ticked = false;
    for (const hear of followers) publishLayout(hear);
    askForOlder();
  }

  function publishLayout(hear: (layout: PriceLayout) => void): void {
    const layout = surface.layout();
    if (layout !== null) hear(layout);
  }

  function drawAll(): void {
    whole = true;
    redraw.request();
  }

  function askForOlder(): void {
    if (!older.more || older.asked || options.onNeedOlder === undefined) return;
    if (candles.length === 0 || candles.length >= candlesMax || view.left > view.span * olderShare) return;
    if (performance.now() < older.notBeforeMs) return;
    void takeOlder(older, options.onNeedOlder(candles.times[0]!));
  }

  async function takeOlder(asked: typeof older, answer: Promise<void>): Promise<void> {
    asked.asked = true;
    try {
      await answer;
    } catch {
      asked.notBeforeMs = performance.now() + olderRetryMs;
    }
    asked.asked = false;
    redraw.request();
  }

  function setCrosshair(next: Crosshair | null): void {
    const moved = next?.index !== crosshair?.index;
    if (next === null && crosshair === null) return;
    crosshair = next;
    if (moved) options.onCrosshair?.(next === null ? null : readCandle(state, next.index));
    redraw.request();
  }

  function indexAt(px: number): number {
    const index = Math.round(view.left + (px / plotWidth()) * view.span);
    return Math.min(Math.floor(view.right), candles.length - 1, Math.max(0, Math.ceil(view.left), index));
  }

  /** A tap on a marker reads it; any other lets the crosshair go. */
  function tappedMarker(x: number, y: number): Crosshair | null {
    if (candles.length === 0 || x > plotWidth()) return null;
    return surface.markerAt({ index: indexAt(x), y: y * surface.size.pixelRatio });
  }

  function moveCursorTo(index: number): void {
    if (candles.length === 0) return;
    const at = Math.min(candles.length - 1, Math.max(0, index));
    view.reveal(at);
    setCrosshair({ index: at, y: null });
    spoken.say(() => (at < candles.length ? options.describe(readCandle(state, at)) : ''));
  }

  function changeView(change: () => void): void {
    change();
    redraw.request();
  }

  const reset = () => {
    setCrosshair(null);
    changeView(() => view.reset(plotWidth()));
  };

  const stopGestures = followGestures(element, {
    panBy: (px) => changeView(() => view.pan((px / plotWidth()) * view.span)),
    zoomBy: (factor, x) => changeView(() => view.zoom(factor, view.left + (x / plotWidth()) * view.span)),
    crosshairAt(x, y) {
      if (candles.length > 0 && x <= plotWidth()) setCrosshair({ index: indexAt(x), y: y * surface.size.pixelRatio });
    },
    tapAt: (x, y) => setCrosshair(tappedMarker(x, y)),
    hideCrosshair: () => setCrosshair(null),
    get crosshairShown() {
      return crosshair !== null;
    },
    reset,
  });
  const stopKeys = followKeys(element, {
    moveCursor: (count) => moveCursorTo(crosshair === null ? indexAt(plotWidth()) : crosshair.index + count),
    cursorToStart: () => changeView(() => (view.toStart(), moveCursorTo(0))),
    cursorToEnd: () => changeView(() => (view.toEnd(), moveCursorTo(candles.length - 1))),
    zoomBy: (factor) => changeView(() => view.zoom(factor, crosshair?.index ?? view.right)),
    hideCrosshair: () => setCrosshair(null),
    reset,
  });
  const stopPalette = watchPalette(setTheme);
  const stopPixelRatio = watchPixelRatio(drawAll);
  const countdown = setInterval(() => document.hidden || surface.count(options.now()), countdownMs);
  const sizes = new ResizeObserver(resize);
  sizes.observe(element);
  element.tabIndex = 0;
  element.setAttribute('role', 'application');
  element.setAttribute('aria-label', options.label);

  function setTheme(): void {
    state.palette = readPalette(element);
    drawAll();
  }

  function resize(): void {
    const width = Math.floor(element.clientWidth);
    const height = Math.floor(element.clientHeight);
    const { widthPx, heightPx } = surface.size;
    if (width <= 0 || height <= 0 || (width === widthPx && height === heightPx)) return;
    const before = plotWidth();
    surface.resize(width, height);
    surface.layStrip();
    view.resize(before, plotWidth());
    drawAll();
  }

  function laidOut(): void {
    if (staleFrom < candles.length) state.indicators.compute(staleFrom);
    staleFrom = Number.POSITIVE_INFINITY;
    surface.layStrip();
    drawAll();
  }

  return {
    setData(rows, choice) {
      const before = candles.length;
      candles.replaceAll(rows);
      view.setLength(candles.length);
      if (choice.keepView !== true || before === 0) view.reset(plotWidth());
      const last = candles.length - 1;
      state.direction = last >= 0 && candles.closes[last]! < candles.opens[last]! ? -1 : 1;
      staleFrom = 0;
      older = { more: choice.more, asked: false, notBeforeMs: 0 };
      setCrosshair(null);
      laidOut();
    },
    prepend(rows, choice) {
      const taken = candles.prepend(rows);
      older.more = choice.more && taken > 0;
      if (taken === 0) return;
      view.follow(0, taken);
      if (crosshair !== null) crosshair = { ...crosshair, index: crosshair.index + taken };
      staleFrom = 0;
      drawAll();
    },
    tick(row) {
      const { length, dropped } = candles;
      const before = length > 0 ? candles.closes[length - 1]! : Number.NaN;
      const put = candles.put(row);
      if (put === 'ignored') return;
      ticked = true;
      const close = candles.closes[candles.length - 1]!;
      if (close !== before) state.direction = close < before ? -1 : 1;
      const gone = candles.dropped - dropped;
      if (put === 'appended') view.follow(1, -gone);
      if (put === 'appended') whole = true;
      if (gone > 0) setCrosshair(null);
      staleFrom = gone > 0 ? 0 : Math.min(staleFrom, candles.length - 1);
      if (length === 0) laidOut();
      redraw.request();
    },
    setKind(kind) {
      state.kind = kind;
      drawAll();
    },
    setIndicators(choice) {
      state.volume = choice.volume;
      state.indicators.choose(choice);
      laidOut();
    },
    setInterval(interval) {
      state.interval = interval;
      redraw.request();
    },
    setFormat(format, priceDecimals) {
      state.format = format;
      state.priceDecimals = priceDecimals;
      laidOut();
    },
    setTheme,
    setStale(stale) {
      if (stale === state.stale) return;
      state.stale = stale;
      redraw.request();
    },
    setReach(prices) {
      if (prices.join() === state.reach.join()) return;
      state.reach = prices;
      redraw.request();
    },
    setMarkers(markers) {
      state.markers = markers;
      drawAll();
    },
    follow(hear) {
      followers.add(hear);
      publishLayout(hear);
      return () => void followers.delete(hear);
    },
    fit: () => changeView(() => view.fit()),
    zoomTo: (count) => changeView(() => (view.toEnd(), view.zoom(count / view.span, view.right))),
    resize,
    destroy() {
      redraw.stop();
      stopGestures();
      stopKeys();
      stopPalette();
      stopPixelRatio();
      clearInterval(countdown);
      sizes.disconnect();
      spoken.remove();
      surface.destroy();
    },
  };
}
