import { nextCandleStart } from '../../contract/intervals.ts';
import { paintBars, paintCandles, paintVolumes } from './candle-painter.ts';
import { paintTag, tagHeightPx } from './canvas-text.ts';
import { formatRemaining } from './chart-format.ts';
import type { KlineFrame, KlineState } from './kline-frame.ts';
import { paintExtreme } from './kline-readings.ts';
import { paintLine, paintPriceLine } from './line-painter.ts';
import { priceAxisPx } from './pane-layout.ts';
import { toPixel } from './price-scale.ts';

const indicatorLinePx = 1.25;
const priceLinePx = 1.5;

/** Paints everything that stands on the axes: panes, candles, indicators, extremes and the last price. */
export function paintScene(
  context: CanvasRenderingContext2D,
  state: KlineState,
  frame: KlineFrame,
  nowMs: number,
): void {
  if (!frame.filled) return;
  paintPaneEdges(context, state, frame);
  paintPricePane(context, state, frame);
  paintLowerPanes(context, state, frame);
  paintLastPrice(context, state, frame, nowMs);
}

function paintPaneEdges(context: CanvasRenderingContext2D, state: KlineState, frame: KlineFrame): void {
  const { plot, pixelRatio } = frame;
  const height = Math.max(1, Math.round(pixelRatio));
  context.fillStyle = state.palette.line;
  if (frame.volume !== null) context.fillRect(plot.left, frame.volume.top, plot.right - plot.left, height);
  for (const pane of frame.subs) context.fillRect(plot.left, pane.top, plot.right - plot.left, height);
}

function clipTo(context: CanvasRenderingContext2D, frame: KlineFrame, top: number, bottom: number): void {
  context.beginPath();
  context.rect(frame.plot.left, top, frame.plot.right - frame.plot.left, bottom - top);
  context.clip();
}

function paintPricePane(context: CanvasRenderingContext2D, state: KlineState, frame: KlineFrame): void {
  const { candles, palette } = state;
  const { span, price, pixelRatio } = frame;
  context.save();
  clipTo(context, frame, price.top, price.bottom);
  context.lineJoin = 'bevel';
  if (state.kind === 'line') {
    paintPriceLine(context, candles.closes, span, price, priceLinePx * pixelRatio, palette.accent);
  } else {
    paintCandles(context, candles, span, price, pixelRatio, palette);
  }
  for (const { indicator } of state.indicators.overlays) {
    for (const [at, line] of indicator.lines.entries()) {
      paintLine(context, line, span, price, indicatorLinePx * pixelRatio, palette.lines[at % 3]!);
    }
  }
  paintExtremes(context, state, frame);
  context.restore();
}

function paintExtremes(context: CanvasRenderingContext2D, state: KlineState, frame: KlineFrame): void {
  const { span, price, highestAt, lowestAt } = frame;
  const highs = state.kind === 'line' ? state.candles.closes : state.candles.highs;
  const lows = state.kind === 'line' ? state.candles.closes : state.candles.lows;
  const paint = (index: number, value: number) => {
    const x = span.origin + index * span.step;
    paintExtreme(context, state, frame, state.format.price(value), x, toPixel(price, value));
  };
  paint(highestAt, highs[highestAt]!);
  if (lowestAt !== highestAt) paint(lowestAt, lows[lowestAt]!);
}

function paintLowerPanes(context: CanvasRenderingContext2D, state: KlineState, frame: KlineFrame): void {
  const { palette, candles } = state;
  const { span, pixelRatio } = frame;
  context.save();
  clipTo(context, frame, frame.price.bottom, frame.plot.bottom);
  if (frame.volume !== null) paintVolumes(context, candles, span, frame.volume.scale, pixelRatio, palette);
  context.lineJoin = 'bevel';
  for (const [at, { scale }] of frame.subs.entries()) {
    const shown = state.indicators.panes[at];
    if (shown === undefined) continue;
    const { lines } = shown.indicator;
    const drawn = shown.name === 'MACD' ? lines.slice(0, 2) : lines;
    if (shown.name === 'MACD') paintBars(context, lines[2]!, span, scale, pixelRatio, palette);
    for (const [index, line] of drawn.entries()) {
      paintLine(context, line, span, scale, indicatorLinePx * pixelRatio, palette.lines[index % 3]!);
    }
  }
  context.restore();
}

/** Middle of the last price's tag, device pixels: the price's height, kept within the price pane. */
export function lastTagMiddle(state: KlineState, frame: KlineFrame): number {
  const y = toPixel(frame.price, state.candles.closes[state.candles.length - 1]!);
  const half = (tagHeightPx(2) / 2) * frame.pixelRatio;
  return Math.min(frame.price.bottom - half, Math.max(frame.price.top + half, y));
}

/** The dashed line at the last price, and its tag with the time to close. */
function paintLastPrice(context: CanvasRenderingContext2D, state: KlineState, frame: KlineFrame, nowMs: number): void {
  const { candles, palette, interval } = state;
  const { plot, price, pixelRatio } = frame;
  const last = candles.length - 1;
  const up = state.direction === 1;
  const y = toPixel(price, candles.closes[last]!);
  if (y >= price.top && y <= price.bottom) {
    context.save();
    context.strokeStyle = state.stale ? palette.text3 : up ? palette.up : palette.down;
    context.lineWidth = Math.max(1, Math.round(pixelRatio));
    context.setLineDash([3 * pixelRatio, 3 * pixelRatio]);
    context.beginPath();
    context.moveTo(plot.left, Math.round(y));
    context.lineTo(plot.right, Math.round(y));
    context.stroke();
    context.restore();
  }
  const remaining = nextCandleStart(candles.times[last]!, interval) - nowMs;
  paintTag(context, palette.fontFamily, pixelRatio, {
    left: plot.right + pixelRatio,
    middle: lastTagMiddle(state, frame),
    width: (priceAxisPx - 2) * pixelRatio,
    ground: state.stale ? palette.idleFill : up ? palette.upFill : palette.downFill,
    colour: state.stale ? palette.text2 : palette.onFill,
    lines: [state.format.price(candles.closes[last]!), formatRemaining(remaining)],
  });
}
