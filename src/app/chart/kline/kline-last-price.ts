import { nextCandleStart } from '../../../protocol/intervals.ts';
import { paintTag, paintTagLine, tagHeightPx } from '../canvas-text.ts';
import type { Tag } from '../canvas-text.ts';
import { formatRemaining } from '../chart-format.ts';
import type { Area } from './kline-sheet.ts';
import { areaAround } from './kline-sheet.ts';
import type { KlineFrame, KlineState } from './kline-frame.ts';
import { toPixel } from '../price-scale.ts';

/** Lengths of the dashes and of the gaps between them, CSS pixels. */
const dashPx = 3;
/** Price and time to close. */
const tagLines = 2;

/** Middle of the tag, device pixels: the price's height, kept within the price pane. */
export function tagMiddle(state: KlineState, frame: KlineFrame): number {
  const y = toPixel(frame.price, state.candles.closes[state.candles.length - 1]!);
  const half = (tagHeightPx(tagLines) / 2) * frame.pixelRatio;
  return Math.min(frame.price.bottom - half, Math.max(frame.price.top + half, y));
}

/** Paints the dashed line at the last price and its tag on the axis; answers what they cover. */
export function paintLastPrice(
  context: CanvasRenderingContext2D,
  state: KlineState,
  frame: KlineFrame,
  nowMs: number,
): Area[] {
  const { price: scale, plot, pixelRatio } = frame;
  const y = Math.round(toPixel(scale, state.candles.closes[state.candles.length - 1]!));
  const covered: Area[] = [];
  if (y >= scale.top && y <= scale.bottom) {
    const thick = Math.max(1, Math.round(pixelRatio));
    context.strokeStyle = lineColour(state);
    context.lineWidth = thick;
    context.setLineDash([dashPx * pixelRatio, dashPx * pixelRatio]);
    context.beginPath();
    context.moveTo(plot.left, y + thick / 2);
    context.lineTo(plot.right, y + thick / 2);
    context.stroke();
    context.setLineDash([]);
    covered.push(areaAround(plot.left, y, plot.right, y + thick));
  }
  const tag = lastPriceTag(state, frame, nowMs);
  paintTag(context, state.palette.fontFamily, pixelRatio, tag);
  const half = (tagHeightPx(tagLines) / 2) * pixelRatio + 1;
  covered.push(areaAround(tag.left, tag.middle - half, tag.left + tag.width, tag.middle + half));
  return covered;
}

/** Writes the time to close into the tag that stands there, and nothing else. */
export function paintCountdown(
  context: CanvasRenderingContext2D,
  state: KlineState,
  frame: KlineFrame,
  nowMs: number,
): void {
  const tag = lastPriceTag(state, frame, nowMs);
  paintTagLine(context, state.palette.fontFamily, frame.pixelRatio, tag, tagLines - 1);
}

function lastPriceTag(state: KlineState, frame: KlineFrame, nowMs: number): Tag {
  const { candles, format, interval, palette, stale, direction } = state;
  const { plot, pixelRatio, axisPx } = frame;
  const last = candles.length - 1;
  const filled = direction === 1 ? palette.upFill : palette.downFill;
  return {
    left: plot.right + pixelRatio,
    middle: tagMiddle(state, frame),
    width: (axisPx - 2) * pixelRatio,
    deps: stale ? palette.idleFill : filled,
    colour: stale ? palette.text2 : palette.onFill,
    lines: [
      format.price(candles.closes[last]!),
      formatRemaining(nextCandleStart(candles.times[last]!, interval) - nowMs),
    ],
  };
}

function lineColour({ stale, direction, palette }: KlineState): string {
  if (stale) return palette.text3;
  return direction === 1 ? palette.up : palette.down;
}
