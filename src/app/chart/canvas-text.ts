/** Text on a canvas: sizes in CSS pixels, made once per font, with measured widths kept. */

const textPx = 11;
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
  context.font = `${weight} ${textPx * pixelRatio}px ${family}`;
}

/** Width of a text in the context's font, device pixels. */
export function textWidth(context: CanvasRenderingContext2D, text: string): number {
  const key = `${context.font}|${text}`;
  const known = widths.get(key);
  if (known !== undefined) return known;
  if (widths.size >= widthsMax) widths.clear();
  const { width } = context.measureText(text);
  widths.set(key, width);
  return width;
}

/** A filled tag with rounded corners and one or two lines of text. */
export interface Tag {
  readonly left: number;
  /** Middle of the tag. */
  readonly middle: number;
  readonly width: number;
  readonly ground: string;
  readonly colour: string;
  readonly lines: readonly string[];
}

const tagRadiusPx = 4;
const tagLinePx = 14;
const tagPaddingPx = 3;

/** Height of a tag, CSS pixels. */
export function tagHeightPx(lines: number): number {
  return lines * tagLinePx + 2 * tagPaddingPx;
}

/** Paints a tag; the first line is heavier than the second. */
export function paintTag(context: CanvasRenderingContext2D, family: string, pixelRatio: number, tag: Tag): void {
  const height = tagHeightPx(tag.lines.length) * pixelRatio;
  const top = Math.round(tag.middle - height / 2);
  context.fillStyle = tag.ground;
  context.beginPath();
  context.roundRect(tag.left, top, tag.width, height, tagRadiusPx * pixelRatio);
  context.fill();
  context.fillStyle = tag.colour;
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  for (const [at, line] of tag.lines.entries()) {
    useFont(context, family, pixelRatio, at === 0 ? 600 : 400);
    const y = top + (tagPaddingPx + (at + 0.5) * tagLinePx) * pixelRatio;
    context.fillText(line, tag.left + 6 * pixelRatio, y + 0.5 * pixelRatio);
  }
}
