import { type Palette, readPalette, watchPalette } from '../../../chart/palette.ts';
import { widened, toPixel, type Scale } from '../../../chart/price-scale.ts';
import { createRedraw, watchPixelRatio } from '../../../chart/redraw.ts';
import { paintTag, tagHeightPx, textWidth, useFont } from '../../../chart/canvas-text.ts';

/** A point of the index: server time and price. Only drawn, so the price is a float. */
export interface LinePoint {
  readonly at: number;
  readonly price: number;
}

/** What a round adds to the line. */
export interface RoundMarkers {
  /** Null before the strike is known. */
  readonly strike: number | null;
  /** The strike as it is written on the axis. */
  readonly strikeText: string;
  readonly opensAt: number;
  readonly closesAt: number;
  readonly opensText: string;
  readonly closesText: string;
  /** "Strike", beside its line. */
  readonly strikeName: string;
}

export interface RoundLine {
  /** All points, oldest first. Drawn with the next animation frame. */
  setPoints(points: readonly LinePoint[]): void;
  setRound(marks: RoundMarkers): void;
  /** Old data looks old: the line fades and its tag is grey. */
  setStale(stale: boolean): void;
  setLabels(priceText: (price: number) => string, label: string): void;
  destroy(): void;
}

const axisPx = 66;
const footPx = 22;
const edgePx = 16;
/** Share of the round's length that is shown before its strike and after its close. */
const beforeShare = 0.3;
const afterShare = 0.2;
const linePx = 2;
const haloPx = 4;
/** What the strike's name takes above its line. */
const nameRoomPx = 18;
const staleAlpha = 0.45;
const upZoneAlpha = 0.05;
const downZoneAlpha = 0.07;

/** Draws the index of a round in an element that has a size; ticks never render anything else. */
export function createRoundLine(element: HTMLElement, priceText: (price: number) => string): RoundLine {
  const canvas = document.createElement('canvas');
  Object.assign(canvas.style, { display: 'block', width: '100%', height: '100%' });
  element.append(canvas);
  element.setAttribute('role', 'img');
  let palette = readPalette(element);
  let points: readonly LinePoint[] = [];
  let marks: RoundMarkers | null = null;
  let stale = false;
  let write = priceText;
  const redraw = createRedraw(element, draw);

  function draw(): void {
    const ratio = devicePixelRatio;
    const width = Math.round(element.clientWidth * ratio);
    const height = Math.round(element.clientHeight * ratio);
    const context = canvas.getContext('2d');
    if (context === null || width === 0 || height === 0) return;
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
    else context.clearRect(0, 0, width, height);
    if (marks === null) return;
    paint({ context, palette, points, marks, stale, write, ratio, width, height });
  }

  const stops = [
    watchPalette(() => {
      palette = readPalette(element);
      redraw.request();
    }),
    watchPixelRatio(() => redraw.request()),
  ];
  const sizes = new ResizeObserver(() => redraw.request());
  sizes.observe(element);
  return {
    setPoints(next) {
      points = next;
      redraw.request();
    },
    setRound(next) {
      marks = next;
      redraw.request();
    },
    setStale(next) {
      if (next === stale) return;
      stale = next;
      redraw.request();
    },
    setLabels(next, label) {
      write = next;
      element.setAttribute('aria-label', label);
      redraw.request();
    },
    destroy() {
      redraw.stop();
      for (const stop of stops) stop();
      sizes.disconnect();
      canvas.remove();
    },
  };
}

interface Scene {
  readonly context: CanvasRenderingContext2D;
  readonly palette: Palette;
  readonly points: readonly LinePoint[];
  readonly marks: RoundMarkers;
  readonly stale: boolean;
  readonly write: (price: number) => string;
  readonly ratio: number;
  readonly width: number;
  readonly height: number;
}

/** Where time and price stand, in device pixels. */
interface Plot {
  readonly right: number;
  readonly bottom: number;
  readonly scale: Scale;
  readonly xOf: (at: number) => number;
}

function plotOf({ points, marks, ratio, width, height }: Scene): Plot {
  const span = marks.closesAt - marks.opensAt;
  // Before the first round there is no strike yet: the newest ticks are what there is to see.
  const newest = marks.strike === null ? (points.at(-1)?.at ?? Infinity) : Infinity;
  const from = Math.min(marks.opensAt - span * beforeShare, newest - span);
  const to = marks.closesAt + span * afterShare;
  const right = width - axisPx * ratio;
  const bottom = height - footPx * ratio;
  const prices = points.filter(({ at }) => at >= from).map(({ price }) => price);
  if (marks.strike !== null) prices.push(marks.strike);
  const [low, high] = prices.length === 0 ? [0, 0] : [Math.min(...prices), Math.max(...prices)];
  // The strike stays in the middle third, so that both zones are seen.
  const middle = marks.strike ?? (low + high) / 2;
  const reach = Math.max(high - middle, middle - low) || Math.abs(middle) * 0.0002;
  const [min, max] = widened([Math.min(low, middle - reach / 2), Math.max(high, middle + reach / 2)], 0.18);
  const scale = { min, max, top: 0, bottom, perUnit: bottom / (max - min) };
  return { right, bottom, scale, xOf: (at) => ((at - from) / (to - from)) * right };
}

function paint(scene: Scene): void {
  const plot = plotOf(scene);
  paintZones(scene, plot);
  paintTimes(scene, plot);
  paintStrike(scene, plot);
  paintIndex(scene, plot);
  paintStrikeName(scene, plot);
  paintTags(scene, plot);
}

function paintZones({ context, palette, marks }: Scene, { right, bottom, scale }: Plot): void {
  if (marks.strike === null) return;
  const y = Math.round(toPixel(scale, marks.strike));
  context.globalAlpha = upZoneAlpha;
  context.fillStyle = palette.up;
  context.fillRect(0, 0, right, y);
  context.globalAlpha = downZoneAlpha;
  context.fillStyle = palette.down;
  context.fillRect(0, y, right, bottom - y);
  context.globalAlpha = 1;
}

function dashed(
  context: CanvasRenderingContext2D,
  ratio: number,
  from: readonly [number, number],
  to: readonly [number, number],
): void {
  context.setLineDash([3 * ratio, 3 * ratio]);
  context.lineWidth = Math.max(1, Math.round(ratio));
  context.beginPath();
  context.moveTo(...from);
  context.lineTo(...to);
  context.stroke();
  context.setLineDash([]);
}

function paintTimes({ context, palette, marks, ratio, height }: Scene, { right, bottom, xOf }: Plot): void {
  const opens = Math.round(xOf(marks.opensAt));
  const closes = Math.round(xOf(marks.closesAt));
  context.fillStyle = palette.grid;
  context.fillRect(opens, 0, Math.max(1, Math.round(ratio)), bottom);
  context.strokeStyle = palette.crosshair;
  dashed(context, ratio, [closes, 0], [closes, bottom]);
  useFont(context, palette.fontFamily, ratio, 400);
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  context.fillStyle = palette.text3;
  const y = (bottom + height) / 2;
  const side = edgePx * ratio;
  const closesWidth = textWidth(context, marks.closesText);
  const opensWidth = textWidth(context, marks.opensText);
  const closesLeft = Math.min(closes - closesWidth / 2, right + axisPx * ratio - side - closesWidth);
  const opensLeft = Math.max(side, Math.min(opens - opensWidth / 2, closesLeft - opensWidth - side));
  context.fillText(marks.opensText, opensLeft, y);
  context.fillText(marks.closesText, closesLeft, y);
}

function paintStrike({ context, palette, marks, ratio }: Scene, { right, scale }: Plot): void {
  if (marks.strike === null) return;
  const y = Math.round(toPixel(scale, marks.strike));
  context.strokeStyle = palette.text1;
  dashed(context, ratio, [0, y], [right, y]);
}

/** Above its line, or below it where that has no room; a halo keeps it legible where the index runs through it. */
function paintStrikeName({ context, palette, marks, ratio }: Scene, { scale }: Plot): void {
  if (marks.strike === null) return;
  const line = Math.round(toPixel(scale, marks.strike));
  const isAbove = line > nameRoomPx * ratio;
  const y = line + (isAbove ? -3 : 3) * ratio;
  useFont(context, palette.fontFamily, ratio, 600);
  context.textAlign = 'left';
  context.textBaseline = isAbove ? 'bottom' : 'top';
  context.lineJoin = 'round';
  context.lineWidth = haloPx * ratio;
  context.strokeStyle = palette.background;
  context.strokeText(marks.strikeName, 8 * ratio, y);
  context.fillStyle = palette.text2;
  context.fillText(marks.strikeName, 8 * ratio, y);
}

/** The line in the colour of its side of the strike: drawn once above it and once below. */
function paintIndex(
  { context, palette, points, marks, stale, ratio }: Scene,
  { right, bottom, scale, xOf }: Plot,
): void {
  if (points.length === 0) return;
  const path = new Path2D();
  for (const { at, price } of points) path.lineTo(xOf(at), toPixel(scale, price));
  const strikeY = marks.strike === null ? null : toPixel(scale, marks.strike);
  const parts: readonly (readonly [colour: string, top: number, height: number])[] =
    strikeY === null
      ? [[palette.accent, 0, bottom]]
      : [
          [palette.up, 0, strikeY],
          [palette.down, strikeY, bottom - strikeY],
        ];
  context.globalAlpha = stale ? staleAlpha : 1;
  context.lineWidth = linePx * ratio;
  context.lineJoin = 'round';
  for (const [colour, top, height] of parts) {
    context.save();
    context.beginPath();
    context.rect(0, top, right, height);
    context.clip();
    context.strokeStyle = colour;
    context.stroke(path);
    context.restore();
  }
  context.globalAlpha = 1;
}

/** The newest point with its price on the axis, and the strike's tag; where they would cover each other they part. */
function paintTags(scene: Scene, plot: Plot): void {
  const { context, palette, points, marks, stale, write, ratio, width } = scene;
  const { right, bottom, scale, xOf } = plot;
  const half = (tagHeightPx(1) / 2) * ratio;
  const within = (y: number) => Math.max(half, Math.min(bottom - half, y));
  const tag = { left: right + 2 * ratio, width: width - right - 4 * ratio };
  const last = points.at(-1);
  const strikeY = marks.strike === null ? null : toPixel(scale, marks.strike);
  let lastY: number | null = null;
  if (last !== undefined) {
    const y = toPixel(scale, last.price);
    const side = marks.strike === null ? 0 : Math.sign(last.price - marks.strike);
    const ink =
      side > 0 ? palette.up : side < 0 ? palette.down : marks.strike === null ? palette.accent : palette.text1;
    const x = Math.min(right, xOf(last.at));
    lastY = within(y);
    context.strokeStyle = ink;
    context.globalAlpha = stale ? staleAlpha : 1;
    dashed(context, ratio, [x, Math.round(y)], [right, Math.round(y)]);
    context.fillStyle = ink;
    context.globalAlpha = stale ? 0 : 0.3;
    dot(context, x, y, 9 * ratio);
    context.globalAlpha = stale ? staleAlpha : 1;
    dot(context, x, y, 4 * ratio);
    context.globalAlpha = 1;
    const plain = stale || side === 0;
    paintTag(context, palette.fontFamily, ratio, {
      ...tag,
      middle: lastY,
      background: plain ? palette.idleFill : side > 0 ? palette.upFill : palette.downFill,
      colour: plain ? palette.text1 : palette.onFill,
      lines: [write(last.price)],
    });
  }
  if (strikeY === null) return;
  paintTag(context, palette.fontFamily, ratio, {
    ...tag,
    middle: apart(within(strikeY), lastY, 2 * half + 2 * ratio, bottom - half),
    background: palette.text1,
    colour: palette.background,
    lines: [marks.strikeText],
  });
}

function dot(context: CanvasRenderingContext2D, x: number, y: number, radius: number): void {
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.fill();
}

/** `y`, moved away from another tag by at least `gap`. */
function apart(y: number, other: number | null, gap: number, most: number): number {
  if (other === null || Math.abs(y - other) >= gap) return y;
  const below = other + gap;
  return y >= other && below <= most ? below : other - gap >= gap / 2 ? other - gap : below;
}
