import { paintTag, textWidth, useFont } from '../canvas-text.ts';
import type { ChartFormat } from '../chart-format.ts';
import type { DepthCurve, DepthLevel } from './depth-curve.ts';
import { depthAt, makeDepthCurve } from './depth-curve.ts';
import { followGestures } from '../gestures.ts';
import type { Palette } from '../palette.ts';
import { readPalette, watchPalette } from '../palette.ts';
import { roundValues } from '../price-scale.ts';
import { createRedraw } from '../redraw.ts';

export interface DepthChart {
  /** Both sides best first with running totals. Drawn with the next animation frame. */
  setBook(bids: readonly DepthLevel[], asks: readonly DepthLevel[]): void;
  setFormat(format: ChartFormat): void;
  /** Old data looks old: the areas fade. */
  setStale(stale: boolean): void;
  destroy(): void;
}

export interface DepthChartOptions {
  readonly format: ChartFormat;
  /** What quantities are counted in, written after them: `BTC`. */
  readonly unit: string;
  /** What the picture is, for readers of the screen; the figures stand in the list below it. */
  readonly label: string;
}

const axisPx = 26;
const haloPx = 4;
const linePx = 1.5;
const topShare = 0.12;
const areaAlpha = 0.16;
const staleAlpha = 0.45;

/** Draws the book's depth in an element that has a size: bids on the left, asks on the right, the middle between them. */
export function createDepthChart(element: HTMLElement, options: DepthChartOptions): DepthChart {
  return new Chart(element, options);
}

class Chart implements DepthChart {
  readonly #element: HTMLElement;
  readonly #unit: string;
  readonly #canvas = document.createElement('canvas');
  readonly #redraw;
  readonly #stops: readonly (() => void)[];
  #palette: Palette;
  #format: ChartFormat;
  #curve: DepthCurve | null = null;
  #pointer: number | null = null;
  #stale = false;

  constructor(element: HTMLElement, { format, unit, label }: DepthChartOptions) {
    this.#element = element;
    this.#unit = unit;
    this.#format = format;
    this.#palette = readPalette(element);
    Object.assign(this.#canvas.style, { display: 'block', width: '100%', height: '100%' });
    element.append(this.#canvas);
    element.setAttribute('role', 'img');
    element.setAttribute('aria-label', label);
    this.#redraw = createRedraw(element, () => this.#draw());
    const sizes = new ResizeObserver(() => this.#redraw.request());
    sizes.observe(element);
    this.#stops = [
      this.#followPointer(),
      watchPalette(() => {
        this.#palette = readPalette(element);
        this.#redraw.request();
      }),
      () => sizes.disconnect(),
    ];
  }

  #followPointer(): () => void {
    const point = (x: number | null) => {
      this.#pointer = x;
      this.#redraw.request();
    };
    const isShown = () => this.#pointer !== null;
    return followGestures(this.#element, {
      panBy: () => undefined,
      zoomBy: () => undefined,
      crosshairAt: (x) => point(x),
      tapAt: () => point(null),
      hideCrosshair: () => point(null),
      get crosshairShown() {
        return isShown();
      },
      reset: () => point(null),
    });
  }

  #draw(): void {
    const ratio = devicePixelRatio;
    const width = Math.round(this.#element.clientWidth * ratio);
    const height = Math.round(this.#element.clientHeight * ratio);
    const context = this.#canvas.getContext('2d');
    if (context === null || width === 0 || height === 0) return;
    if (this.#canvas.width !== width || this.#canvas.height !== height) {
      this.#canvas.width = width;
      this.#canvas.height = height;
    } else {
      context.clearRect(0, 0, width, height);
    }
    const curve = this.#curve;
    if (curve === null) return;
    const [palette, format, unit] = [this.#palette, this.#format, this.#unit];
    const plot: Plot = { context, curve, palette, format, ratio, width, bottom: height - axisPx * ratio, unit };
    context.globalAlpha = this.#stale ? staleAlpha : 1;
    paintSide(plot, curve.bids, palette.up, 0);
    paintSide(plot, curve.asks, palette.down, width);
    context.globalAlpha = 1;
    paintAxes(plot);
    if (this.#pointer !== null) paintPointer(plot, this.#pointer * ratio);
  }

  setBook(bids: readonly DepthLevel[], asks: readonly DepthLevel[]): void {
    this.#curve = makeDepthCurve(bids, asks);
    this.#redraw.request();
  }

  setFormat(next: ChartFormat): void {
    this.#format = next;
    this.#redraw.request();
  }

  setStale(next: boolean): void {
    if (next === this.#stale) return;
    this.#stale = next;
    this.#redraw.request();
  }

  destroy(): void {
    this.#redraw.stop();
    for (const stop of this.#stops) stop();
    this.#canvas.remove();
  }
}

interface Plot {
  readonly context: CanvasRenderingContext2D;
  readonly curve: DepthCurve;
  readonly palette: Palette;
  readonly format: ChartFormat;
  readonly ratio: number;
  readonly width: number;
  readonly bottom: number;
  readonly unit: string;
}

function xOf({ curve, width }: Plot, price: number): number {
  return ((price - curve.min) / (curve.max - curve.min)) * width;
}

function yOf({ curve, bottom }: Plot, total: number): number {
  return bottom - (total / curve.total) * bottom * (1 - topShare);
}

/** Steps from the best price outwards to the edge, filled below and lined above. */
function paintSide(plot: Plot, levels: readonly DepthLevel[], colour: string, edge: number): void {
  const { context, ratio, bottom } = plot;
  const first = levels[0];
  if (first === undefined) return;
  const alpha = context.globalAlpha;
  context.beginPath();
  context.moveTo(xOf(plot, first.price), bottom);
  let y = bottom;
  for (const level of levels) {
    const x = xOf(plot, level.price);
    context.lineTo(x, y);
    y = yOf(plot, level.total);
    context.lineTo(x, y);
  }
  context.lineTo(edge, y);
  context.strokeStyle = colour;
  context.lineWidth = linePx * ratio;
  context.stroke();
  context.lineTo(edge, bottom);
  context.closePath();
  context.fillStyle = colour;
  context.globalAlpha = alpha * areaAlpha;
  context.fill();
  context.globalAlpha = alpha;
}

function paintAxes(plot: Plot): void {
  const { context, curve, palette, format, ratio, width, bottom, unit } = plot;
  context.fillStyle = palette.line;
  context.fillRect(0, Math.round(bottom), width, Math.max(1, Math.round(ratio)));
  useFont(context, palette.fontFamily, ratio, 400);
  context.textBaseline = 'middle';
  context.fillStyle = palette.text3;
  context.textAlign = 'center';
  // A halo keeps the words legible where the curve runs through them.
  context.strokeStyle = palette.background;
  context.lineWidth = haloPx * ratio;
  context.lineJoin = 'round';
  for (const total of roundValues(0, curve.total, 4, 0)) {
    if (total === 0) continue;
    const reading = `${format.amount(total)} ${unit}`;
    context.strokeText(reading, width / 2, yOf(plot, total));
    context.fillText(reading, width / 2, yOf(plot, total));
  }
  const y = bottom + (axisPx / 2) * ratio;
  const side = 16 * ratio;
  context.textAlign = 'left';
  context.fillText(format.price(curve.min), side, y);
  context.textAlign = 'right';
  context.fillText(format.price(curve.max), width - side, y);
  useFont(context, palette.fontFamily, ratio, 600);
  context.textAlign = 'center';
  context.fillStyle = palette.text1;
  context.fillText(format.price(curve.middle), width / 2, y);
}

/** A line at the pointer with the price and the quantity up to it. */
function paintPointer(plot: Plot, x: number): void {
  const { context, curve, palette, format, ratio, width, bottom, unit } = plot;
  const found = depthAt(curve, curve.min + (x / width) * (curve.max - curve.min));
  if (found === null) return;
  const at = xOf(plot, found.level.price);
  const y = yOf(plot, found.level.total);
  context.strokeStyle = palette.crosshair;
  context.lineWidth = Math.max(1, Math.round(ratio));
  context.setLineDash([2 * ratio, 3 * ratio]);
  context.beginPath();
  context.moveTo(Math.round(at), 0);
  context.lineTo(Math.round(at), bottom);
  context.stroke();
  context.setLineDash([]);
  context.fillStyle = found.side === 'bid' ? palette.up : palette.down;
  context.beginPath();
  context.arc(at, y, 4 * ratio, 0, 2 * Math.PI);
  context.fill();
  const lines = [format.price(found.level.price), `${format.amount(found.level.total)} ${unit}`];
  useFont(context, palette.fontFamily, ratio, 600);
  const tagWidth = Math.max(...lines.map((line) => textWidth(context, line))) + 14 * ratio;
  const left =
    found.side === 'bid' ? Math.min(at + 8 * ratio, width - tagWidth) : Math.max(0, at - 8 * ratio - tagWidth);
  paintTag(context, palette.fontFamily, ratio, {
    left,
    middle: Math.min(bottom - 20 * ratio, Math.max(20 * ratio, y)),
    width: tagWidth,
    background: palette.text1,
    colour: palette.background,
    lines,
  });
}
