/** Text on a canvas: sizes in CSS pixels, with measured widths kept. */
import { chartTextPx, type CssPx, type DevicePx, toCss, toDevice } from './px.ts';

/** Read once: a reader's text size comes with the page. */
let textPx: CssPx | null = null;
/** Measured widths kept at once; prices change with every tick, so the oldest go together. */
const widthsMax = 512;
const widths = new Map<string, number>();

export type TextWeight = 400 | 600;

/** Sets the font of chart text. */
export function useFont(context: CanvasRenderingContext2D, family: string, weight: TextWeight): void {
  context.font = `${weight} ${toDevice((textPx ??= chartTextPx()))}px ${family}`;
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
  useFont(measuring, family, weight);
  return toCss(textWidth(measuring, text));
}
