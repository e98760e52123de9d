import type uPlot from 'uplot';
import { minuteMs } from '#protocol/core/durations.ts';
import { nextCandleStart } from '#protocol/market-data/intervals.ts';
import { formatRemaining } from '../chart-format.ts';
import { scaleOf, spanOf } from '../plot.ts';
import { type Scale, type TimeSpan, toPixel } from '../price-scale.ts';
import { type CssPx, type DevicePx, toCss, toDevice } from '../px.ts';
import { makePart } from '../parts.ts';
import names from './kline-chart.module.css';
import { markerReachPx, paintMarkersOf } from './kline-markers.ts';
import type { Pane, PanesSize } from './kline-panes.ts';
import { lastPriceMiddle } from './pane-axes.ts';
import { isUp, type KlineState } from './kline-state.ts';
import type { PaneKind } from './pane-kinds.ts';

/** What a line or a wick may stick out of its candle. */
const sidePx: CssPx = 4;

/** A candle that ended this long ago has no successor coming: the market is closed. */
const overdueMs = minuteMs;

/**
 * What a tick changes, above the settled plots: the running candle on a canvas as wide as two candles, the last price's
 * line, and its tag with the time to close.
 */
export class KlineLive {
  readonly #host: HTMLElement;
  readonly #state: KlineState;
  readonly #line = makePart(names['lastLine']);
  readonly #tag = makePart(names['lastTag']);
  readonly #price = new Text();
  readonly #remaining = new Text();
  /** Made with the first tick; until then the running candle stands on the plots with all others. */
  #context: CanvasRenderingContext2D | null = null;
  /** Left edge of the canvas. */
  #left: DevicePx = 0;

  constructor(host: HTMLElement, state: KlineState) {
    this.#host = host;
    this.#state = state;
    for (const [text, name] of [[this.#price, 'b'] as const, [this.#remaining, 'span'] as const]) {
      const row = document.createElement(name);
      row.append(text);
      this.#tag.append(row);
    }
    this.#line.hidden = this.#tag.hidden = true;
    host.append(this.#line, this.#tag);
  }

  /** Takes the running candle from the plots, which must be drawn again without it. */
  take(): void {
    if (this.#state.apart) return;
    this.#state.apart = true;
    const canvas = document.createElement('canvas');
    canvas.className = names['running'] ?? '';
    // The canvas hands its pixels to the screen by itself, where a browser can: it waits for no frame of the page.
    this.#context = canvas.getContext('2d', { desynchronized: true });
    if (this.#context === null) throw new Error('this browser draws no canvas');
    this.#host.insertBefore(canvas, this.#line);
  }

  /** Fits the layer to plots that were drawn again. */
  lay(panes: readonly Pane[], size: PanesSize): void {
    const [first] = panes;
    const hidden = first === undefined;
    if (this.#line.hidden !== hidden) this.#line.hidden = this.#tag.hidden = hidden;
    if (this.#context !== null) this.#layCanvas(this.#context.canvas, first?.plot, size);
    this.#line.style.width = `${size.width - size.axis}px`;
    this.#tag.style.left = `${size.width - size.axis + 1}px`;
    this.#tag.style.width = `${size.axis - 2}px`;
  }

  #layCanvas(canvas: HTMLCanvasElement, plot: uPlot | undefined, size: PanesSize): void {
    canvas.hidden = true;
    if (plot === undefined) return;
    const last = this.#state.candles.length - 1;
    const { origin, step } = spanOf(plot, 0, last);
    const side = toDevice(Math.max(sidePx, this.#state.markers.length > 0 ? markerReachPx : 0));
    const from = Math.max(0, Math.floor(origin + (last - 1) * step - side));
    const to = Math.min(plot.bbox.left + plot.bbox.width, Math.ceil(origin + (last + 0.5) * step + side));
    if (to <= from) return;
    canvas.hidden = false;
    this.#left = from;
    const [width, height] = [to - from, Math.round(toDevice(size.height))];
    canvas.style.left = `${toCss(from)}px`;
    if (canvas.width === width && canvas.height === height) return;
    canvas.width = width;
    canvas.height = height;
    canvas.style.width = `${toCss(width)}px`;
    canvas.style.height = `${toCss(height)}px`;
  }

  draw(panes: readonly Pane[], nowMs: number): void {
    const [first] = panes;
    if (first === undefined) return;
    const context = this.#context;
    if (context !== null && !context.canvas.hidden) {
      context.setTransform(1, 0, 0, 1, 0, 0);
      context.clearRect(0, 0, context.canvas.width, context.canvas.height);
      for (const pane of panes) this.#paint(context, pane);
    }
    this.#placeTag(first.plot);
    this.count(nowMs);
  }

  #paint(context: CanvasRenderingContext2D, { kind, plot, top }: Pane): void {
    const last = this.#state.candles.length - 1;
    const { bbox } = plot;
    const scale = scaleOf(plot);
    context.setTransform(1, 0, 0, 1, 0 - this.#left, toDevice(top));
    context.save();
    context.beginPath();
    context.rect(bbox.left, bbox.top, bbox.width, bbox.height);
    context.clip();
    kind.paint?.(context, spanOf(plot, last, last), scale);
    paintEnds(context, kind, spanOf(plot, last - 1, last), scale);
    if (top === 0) paintMarkersOf(context, this.#state, spanOf(plot, last, last), scale);
    context.restore();
  }

  #placeTag(plot: uPlot): void {
    const { candles, format, stale } = this.#state;
    const close = candles.closes[candles.length - 1]!;
    const y = Math.round(toCss(toPixel(scaleOf(plot), close)));
    const inPane = y >= 0 && y <= toCss(plot.bbox.height);
    this.#line.style.transform = `translateY(${inPane ? y : -2}px)`;
    this.#tag.style.transform = `translateY(${Math.round(lastPriceMiddle(plot, close))}px)`;
    const tone = stale ? 'stale' : isUp(this.#state, candles.length - 1) ? 'up' : 'down';
    if (this.#tag.dataset['tone'] !== tone) this.#tag.dataset['tone'] = this.#line.dataset['tone'] = tone;
    write(this.#price, format.price(close));
  }

  /** Only the time to close went on. */
  count(nowMs: number): void {
    const { candles, interval } = this.#state;
    if (candles.length === 0) return;
    const leftMs = nextCandleStart(candles.times[candles.length - 1]!, interval) - nowMs;
    write(this.#remaining, leftMs < -overdueMs ? '' : formatRemaining(leftMs));
  }

  remove(): void {
    for (const each of [this.#context?.canvas, this.#line, this.#tag]) each?.remove();
  }
}

function write(text: Text, next: string): void {
  if (text.data !== next) text.data = next;
}

/** The last stretch of each line, from the last settled candle to the running one. */
function paintEnds(context: CanvasRenderingContext2D, kind: PaneKind, span: TimeSpan, scale: Scale): void {
  context.lineCap = 'round';
  for (const line of kind.lines) {
    const values = line.values();
    const [before, now] = [values[span.from]!, values[span.to]!];
    if (!Number.isFinite(before) || !Number.isFinite(now)) continue;
    const [x, end] = [span.origin + span.from * span.step, span.origin + span.to * span.step];
    context.lineWidth = toDevice(line.width);
    context.strokeStyle = line.colour();
    context.beginPath();
    context.moveTo(x, toPixel(scale, before));
    context.lineTo(end, toPixel(scale, now));
    context.stroke();
    if (line.fill === undefined) continue;
    context.lineTo(end, scale.bottom);
    context.lineTo(x, scale.bottom);
    context.fillStyle = line.fill();
    context.fill();
  }
}
