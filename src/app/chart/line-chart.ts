import { followGestures } from './gestures.ts';
import type { Palette } from './palette.ts';
import { readPalette, watchPalette } from './palette.ts';
import type { Scale } from './price-scale.ts';
import { makeScale, toPixel } from './price-scale.ts';
import { createRedraw } from './redraw.ts';

/** One value over time, drawn only: `value` is a float. */
export interface LinePoint {
  readonly atMs: number;
  readonly value: number;
}

export interface LineChart {
  /** Oldest first. Drawn with the next animation frame. */
  setPoints(points: readonly LinePoint[]): void;
  destroy(): void;
}

export interface LineChartOptions {
  /** What the picture says, for readers of the screen. */
  readonly label: string;
  /** The point under the pointer, or null when it left. */
  onPoint?(point: LinePoint | null): void;
}

const linePx = 2;
const dotPx = 3.5;
const sidePx = 6;
const fadeAlpha = 0.16;

/** A value over time: a line that fades downwards, a dotted line where it started, a dot where it ends. */
export function createLineChart(element: HTMLElement, options: LineChartOptions): LineChart {
  const canvas = document.createElement('canvas');
  Object.assign(canvas.style, { display: 'block', width: '100%', height: '100%' });
  element.append(canvas);
  element.setAttribute('role', 'img');
  element.setAttribute('aria-label', options.label);
  let palette = readPalette(element);
  let points: readonly LinePoint[] = [];
  let pointed: number | null = null;
  const redraw = createRedraw(element, draw);

  function draw(): void {
    const ratio = devicePixelRatio;
    const width = Math.round(element.clientWidth * ratio);
    const height = Math.round(element.clientHeight * ratio);
    const context = canvas.getContext('2d');
    if (context === null || width === 0 || height === 0) return;
    if (canvas.width !== width || canvas.height !== height) {
      canvas.width = width;
      canvas.height = height;
    } else {
      context.clearRect(0, 0, width, height);
    }
    if (points.length > 0) paint({ context, palette, points, ratio, width, height }, pointed);
  }

  function point(index: number | null): void {
    if (index === pointed) return;
    pointed = index;
    options.onPoint?.(index === null ? null : (points[index] ?? null));
    redraw.request();
  }

  const stopGestures = followGestures(element, {
    panBy: () => undefined,
    zoomBy: () => undefined,
    crosshairAt(x) {
      const share = (x - sidePx) / Math.max(1, element.clientWidth - 2 * sidePx);
      if (points.length > 0) point(Math.min(points.length - 1, Math.max(0, Math.round(share * (points.length - 1)))));
    },
    hideCrosshair: () => point(null),
    get crosshairShown() {
      return pointed !== null;
    },
    reset: () => point(null),
  });
  const stopPalette = watchPalette(() => {
    palette = readPalette(element);
    redraw.request();
  });
  const sizes = new ResizeObserver(() => redraw.request());
  sizes.observe(element);

  return {
    setPoints(next) {
      points = next;
      point(null);
      redraw.request();
    },
    destroy() {
      redraw.stop();
      stopGestures();
      stopPalette();
      sizes.disconnect();
      canvas.remove();
    },
  };
}

interface Picture {
  readonly context: CanvasRenderingContext2D;
  readonly palette: Palette;
  readonly points: readonly LinePoint[];
  readonly ratio: number;
  readonly width: number;
  readonly height: number;
}

function xOf({ points, width, ratio }: Picture, index: number): number {
  const side = sidePx * ratio;
  return side + (index / Math.max(1, points.length - 1)) * (width - 2 * side);
}

function paint(picture: Picture, pointed: number | null): void {
  const { context, palette, points, ratio, width, height } = picture;
  const values = points.map(({ value }) => value);
  const scale = makeScale(Math.min(...values), Math.max(...values), 0, height);
  const first = toPixel(scale, values[0] ?? 0);
  context.strokeStyle = palette.text3;
  context.lineWidth = ratio;
  context.setLineDash([ratio, 3 * ratio]);
  context.beginPath();
  context.moveTo(0, first);
  context.lineTo(width, first);
  context.stroke();
  context.setLineDash([]);
  paintFadingLine(picture, scale, values);
  const at = pointed ?? points.length - 1;
  context.fillStyle = palette.accent;
  context.beginPath();
  context.arc(xOf(picture, at), toPixel(scale, values[at] ?? 0), dotPx * ratio, 0, 2 * Math.PI);
  context.fill();
}

function paintFadingLine(picture: Picture, scale: Scale, values: readonly number[]): void {
  const { context, palette, ratio, height } = picture;
  context.beginPath();
  for (const [index, value] of values.entries()) context.lineTo(xOf(picture, index), toPixel(scale, value));
  context.lineJoin = 'round';
  context.lineWidth = linePx * ratio;
  context.strokeStyle = palette.accent;
  context.stroke();
  context.lineTo(xOf(picture, values.length - 1), height);
  context.lineTo(xOf(picture, 0), height);
  context.closePath();
  // The fade is cut out of the fill, so that any notation of the colour will do.
  context.save();
  context.clip();
  const slices = 16;
  context.fillStyle = palette.accent;
  for (let slice = 0; slice < slices; slice += 1) {
    context.globalAlpha = fadeAlpha * (1 - slice / slices);
    context.fillRect(0, (slice / slices) * height, picture.width, height / slices);
  }
  context.restore();
}
