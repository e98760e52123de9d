import type { TimeSpan } from './candle-painter.ts';
import { paintBars, paintCandles, paintVolumes } from './candle-painter.ts';
import { textWidth, useFont } from '../canvas-text.ts';
import type { KlineFrame, KlineState } from './kline-frame.ts';
import { paintLine, paintPriceLine } from '../line-painter.ts';
import { toPixel } from '../price-scale.ts';

const indicatorLinePx = 1.25;
const priceLinePx = 1.5;

/**
 * Paints the candles of `span` with their indicators, into all panes. The chart paints the settled candles
 * and the running one apart, so that a tick redraws little.
 */
export function paintPanes(
  context: CanvasRenderingContext2D,
  state: KlineState,
  frame: KlineFrame,
  span: TimeSpan,
): void {
  if (span.to < span.from) return;
  // Lines begin one candle earlier, where the settled part ends.
  const joined = span.from > frame.span.from ? { ...span, from: span.from - 1 } : span;
  context.lineJoin = 'bevel';
  context.save();
  clipTo(context, frame, frame.price.top, frame.price.bottom);
  paintPricePane(context, state, frame, span, joined);
  context.restore();
  context.save();
  clipTo(context, frame, frame.price.bottom, frame.plot.bottom);
  paintLowerPanes(context, state, frame, span, joined);
  context.restore();
}

function clipTo(context: CanvasRenderingContext2D, frame: KlineFrame, top: number, bottom: number): void {
  context.beginPath();
  context.rect(frame.plot.left, top, frame.plot.right - frame.plot.left, bottom - top);
  context.clip();
}

function paintPricePane(
  context: CanvasRenderingContext2D,
  state: KlineState,
  frame: KlineFrame,
  span: TimeSpan,
  joined: TimeSpan,
): void {
  const { candles, palette } = state;
  const { price, pixelRatio } = frame;
  if (state.kind === 'line') {
    paintPriceLine(context, candles.closes, joined, price, priceLinePx * pixelRatio, palette.accent);
  } else {
    paintCandles(context, candles, span, price, pixelRatio, palette);
  }
  for (const { indicator } of state.indicators.overlays) {
    for (const [at, line] of indicator.lines.entries()) {
      paintLine(context, line, joined, price, indicatorLinePx * pixelRatio, palette.lines[at % 3]!);
    }
  }
}

function paintLowerPanes(
  context: CanvasRenderingContext2D,
  state: KlineState,
  frame: KlineFrame,
  span: TimeSpan,
  joined: TimeSpan,
): void {
  const { palette, candles } = state;
  const { pixelRatio } = frame;
  if (frame.volume !== null) paintVolumes(context, candles, span, frame.volume.scale, pixelRatio, palette);
  for (const [at, { scale }] of frame.subs.entries()) {
    const shown = state.indicators.panes[at];
    if (shown === undefined) continue;
    const { lines } = shown.indicator;
    const drawn = shown.name === 'MACD' ? lines.slice(0, 2) : lines;
    if (shown.name === 'MACD') paintBars(context, lines[2]!, span, scale, pixelRatio, palette);
    for (const [index, line] of drawn.entries()) {
      paintLine(context, line, joined, scale, indicatorLinePx * pixelRatio, palette.lines[index % 3]!);
    }
  }
}

/** Paints the hairlines between panes. */
export function paintPaneEdges(context: CanvasRenderingContext2D, state: KlineState, frame: KlineFrame): void {
  const { plot, pixelRatio } = frame;
  const height = Math.max(1, Math.round(pixelRatio));
  context.fillStyle = state.palette.line;
  if (frame.volume !== null) context.fillRect(plot.left, frame.volume.top, plot.right - plot.left, height);
  for (const pane of frame.subs) context.fillRect(plot.left, pane.top, plot.right - plot.left, height);
}

/** Writes the highest and the lowest price in view beside their candles. */
export function paintExtremes(context: CanvasRenderingContext2D, state: KlineState, frame: KlineFrame): void {
  const { span, price, highestAt, lowestAt } = frame;
  const highs = state.kind === 'line' ? state.candles.closes : state.candles.highs;
  const lows = state.kind === 'line' ? state.candles.closes : state.candles.lows;
  useFont(context, state.palette.fontFamily, frame.pixelRatio, 400);
  const paint = (index: number, value: number) => {
    const x = span.origin + index * span.step;
    paintExtreme(context, state, frame, state.format.price(value), x, toPixel(price, value));
  };
  paint(highestAt, highs[highestAt]!);
  if (lowestAt !== highestAt) paint(lowestAt, lows[lowestAt]!);
}

/** One extreme with a short line to its candle, on the side that has room. */
function paintExtreme(
  context: CanvasRenderingContext2D,
  state: KlineState,
  frame: KlineFrame,
  text: string,
  x: number,
  y: number,
): void {
  const { pixelRatio, plot } = frame;
  const reach = 14 * pixelRatio;
  const toRight = x + reach + textWidth(context, text) + 6 * pixelRatio < plot.right;
  const direction = toRight ? 1 : -1;
  context.strokeStyle = state.palette.text2;
  context.lineWidth = Math.max(1, Math.round(pixelRatio / 2));
  context.beginPath();
  context.moveTo(x, y);
  context.lineTo(x + direction * reach, y);
  context.stroke();
  context.fillStyle = state.palette.text2;
  context.textBaseline = 'middle';
  context.textAlign = toRight ? 'left' : 'right';
  context.fillText(text, x + direction * (reach + 3 * pixelRatio), y);
}
