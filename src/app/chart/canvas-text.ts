/** Text on a canvas: sizes in CSS pixels, with measured widths kept. */
import { chartTextPx, type CssPx, type DevicePx } from './px.ts';

/** Read once: a reader's text size comes with the page. */
let textPx: CssPx | null = null;
/** Measured widths kept at once; prices change with every tick, so the oldest go together. */
const widthsMax = 512;
const widths = new Map<string, number>();

export type TextWeight = 400 | 600;

/** Sets the font of chart text. */
export function useFont(
  context: CanvasRenderingContext2D,
  family: string,
  pixelRatio: number,
  weight: TextWeight,
): void {
  context.font = `${weight} ${(textPx ??= chartTextPx()) * pixelRatio}px ${family}`;
}

/** Width of a text in the context's font. */
export function textWidth(context: CanvasRenderingContext2D, text: string): DevicePx {
  const key = `${context.font}|${text}`;
  const known = widths.get(key);
  if (known !== undefined) return known;
  if (widths.size >= widthsMax) widths.clear();
  const { width } = context.measureText(text);
  widths.set(key, width);
  return width;
}

let measuring: CanvasRenderingContext2D | null = null;

/** Width of a text as the page is laid out, where nothing is drawn yet. */
export function labelWidth(text: string, family: string, weight: TextWeight = 400): CssPx {
  measuring ??= document.createElement('canvas').getContext('2d');
  if (measuring === null) throw new Error('this browser draws no canvas');
  useFont(measuring, family, 1, weight);
  // Its pixels are those of the page.
  return textWidth(measuring, text) as number;
}

/** A filled tag with rounded corners and one or two lines of text. */
export interface Tag {
  readonly left: number;
  /** Middle of the tag. */
  readonly middle: number;
  readonly width: number;
  readonly background: string;
  readonly colour: string;
  readonly lines: readonly string[];
}

const tagRadiusPx = 4;
const tagLine = 14 / 11;
const tagPaddingPx = 3;
const tagLeftPx = 6;

function tagLinePx(): number {
  return tagLine * (textPx ??= chartTextPx());
}

/** Height of a tag, CSS pixels. */
export function tagHeightPx(lines: number): number {
  return lines * tagLinePx() + 2 * tagPaddingPx;
}

/** Paints a tag; the first line is heavier than the second. */
export function paintTag(context: CanvasRenderingContext2D, family: string, pixelRatio: number, tag: Tag): void {
  const height = tagHeightPx(tag.lines.length) * pixelRatio;
  const top = Math.round(tag.middle - height / 2);
  context.fillStyle = tag.background;
  context.beginPath();
  context.roundRect(tag.left, top, tag.width, height, tagRadiusPx * pixelRatio);
  context.fill();
  for (const at of tag.lines.keys()) writeTagLine(context, family, pixelRatio, tag, at);
}

/** Paints one line of a tag again, on the tag that stands there. */
export function paintTagLine(
  context: CanvasRenderingContext2D,
  family: string,
  pixelRatio: number,
  tag: Tag,
  at: number,
): void {
  const side = (tagLeftPx / 2) * pixelRatio;
  context.fillStyle = tag.background;
  const top = tagLineTop(tag, pixelRatio, at);
  context.fillRect(tag.left + side, top, tag.width - 2 * side, tagLinePx() * pixelRatio);
  writeTagLine(context, family, pixelRatio, tag, at);
}

function tagLineTop(tag: Tag, pixelRatio: number, at: number): number {
  const top = Math.round(tag.middle - (tagHeightPx(tag.lines.length) * pixelRatio) / 2);
  return top + (tagPaddingPx + at * tagLinePx()) * pixelRatio;
}

function writeTagLine(
  context: CanvasRenderingContext2D,
  family: string,
  pixelRatio: number,
  tag: Tag,
  at: number,
): void {
  context.fillStyle = tag.colour;
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  useFont(context, family, pixelRatio, at === 0 ? 600 : 400);
  const y = tagLineTop(tag, pixelRatio, at) + (tagLinePx() / 2 + 0.5) * pixelRatio;
  context.fillText(tag.lines[at] ?? '', tag.left + tagLeftPx * pixelRatio, y);
}
