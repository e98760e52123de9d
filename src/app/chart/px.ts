import type { Brand } from '#protocol/core/brand.ts';

/** A length or a place in CSS pixels, as the page is laid out and fingers are followed. */
export type CssPx = Brand<number, 'css px'>;

/** A length or a place in the pixels of a canvas. */
export type DevicePx = Brand<number, 'device px'>;

/** A length or a place in uPlot's own pixels: those of CSS, but for plots that are laid out smaller and scaled up. */
export type PlotPx = Brand<number, 'plot px'>;

/**
 * Device pixels to a CSS pixel at most. Past two an eye at arm's length sees no difference on a phone, while a canvas of
 * three has more than twice the pixels to clear, fill and hand over with every frame.
 */
const sharpestRatio = 2;

/** Device pixels of a chart's canvases to a CSS pixel. */
export function canvasRatio(): number {
  return Math.min(devicePixelRatio, sharpestRatio);
}

/** What stands on a canvas of a chart, as the page is laid out. */
export function toCss(length: DevicePx): CssPx {
  return length / canvasRatio();
}

/** What is laid out in the page, on a canvas of a chart. */
export function toDevice(length: CssPx): DevicePx {
  return length * canvasRatio();
}

const textPx: CssPx = 11;
const textMostPx: CssPx = 14;

/** Size of text on charts: follows the reader's text size as `--fs-chart` does. */
export function chartTextPx(): CssPx {
  const root = parseFloat(getComputedStyle(document.documentElement).fontSize);
  return Math.min(textMostPx, Math.max(textPx, (root / 16) * textPx));
}
