import { paintWords, textWidth, useFont } from './canvas-text.ts';
import type { LegendWord } from './canvas-text.ts';
import type { KlineFrame, KlineState } from './kline-frame.ts';
import type { ShownIndicator } from './kline-indicators.ts';
import type { CandleReading } from './kline-options.ts';
import { legendPx } from './pane-layout.ts';

const stripLinePx = 16;
const stripTopPx = 6;
const stripBottomPx = 4;
const sidePx = 8;
/** Lines a strip may take; with three overlays and long prices the rest is left out. */
const groupLinesMax = 2;

/** Height of the strip above the plot for a number of lines, CSS pixels. */
export function stripHeightPx(lines: number): number {
  return stripTopPx + lines * stripLinePx + stripBottomPx;
}

/** The figures of candle `index`. */
export function readCandle(state: KlineState, index: number): CandleReading {
  const { times, opens, highs, lows, closes, volumes } = state.candles;
  const open = opens[index]!;
  const close = closes[index]!;
  return {
    atMs: times[index]!,
    open,
    high: highs[index]!,
    low: lows[index]!,
    close,
    volume: volumes[index]!,
    changePercent: open === 0 ? 0 : ((close - open) / open) * 100,
  };
}

function priceWords(state: KlineState, index: number): LegendWord[] {
  const { palette, format } = state;
  const reading = readCandle(state, index);
  const colour = palette.text1;
  const direction = reading.close >= reading.open ? palette.up : palette.down;
  return [
    { title: 'O', text: format.price(reading.open), colour },
    { title: 'H', text: format.price(reading.high), colour },
    { title: 'L', text: format.price(reading.low), colour },
    { title: 'C', text: format.price(reading.close), colour },
    { title: '', text: format.percent(reading.changePercent), colour: direction },
  ];
}

function indicatorWords(state: KlineState, shown: ShownIndicator, index: number, joined: boolean): LegendWord[] {
  const words: LegendWord[] = [];
  for (const [at, line] of shown.indicator.lines.entries()) {
    const value = line[index]!;
    if (Number.isNaN(value)) continue;
    const text =
      shown.name === 'KDJ' || shown.name === 'RSI' || shown.name === 'WR'
        ? value.toFixed(2)
        : state.format.price(value);
    words.push({ title: '', text: `${shown.lineTitles[at] ?? ''} ${text}`, colour: state.palette.lines[at % 3]! });
  }
  if (joined && shown.title !== '') words.unshift({ title: '', text: shown.title, colour: state.palette.text3 });
  return words;
}

/** How many lines the strip takes at a width, measured on the candle that is read: figures of a pair are of one length. */
export function stripLines(
  context: CanvasRenderingContext2D,
  state: KlineState,
  widthPx: number,
  pixelRatio: number,
): number {
  const index = state.candles.length - 1;
  if (index < 0) return state.indicators.overlays.length > 0 ? 2 : 1;
  useFont(context, state.palette.fontFamily, pixelRatio, 400);
  const room = (widthPx - 2 * sidePx) * pixelRatio;
  const needed = (words: readonly LegendWord[]) => Math.min(groupLinesMax, linesFor(context, words, room, pixelRatio));
  let lines = needed(priceWords(state, index));
  for (const shown of state.indicators.overlays) lines += needed(indicatorWords(state, shown, index, false));
  return lines;
}

function linesFor(
  context: CanvasRenderingContext2D,
  words: readonly LegendWord[],
  room: number,
  pixelRatio: number,
): number {
  if (words.length === 0) return 1;
  const place = { left: 0, top: 0, right: room, lineHeight: 0 };
  return paintWords(context, words, '', place, pixelRatio, 0);
}

/** Paints the values of candle `index`: the strip above the plot and the legends of the lower panes. */
export function paintReadings(
  context: CanvasRenderingContext2D,
  state: KlineState,
  frame: KlineFrame,
  index: number,
  widthPx: number,
): void {
  if (index < 0 || index >= state.candles.length) return;
  const { pixelRatio } = frame;
  const { palette, format } = state;
  useFont(context, palette.fontFamily, pixelRatio, 400);
  const lineHeight = stripLinePx * pixelRatio;
  const left = sidePx * pixelRatio;
  const right = (widthPx - sidePx) * pixelRatio;
  let top = stripTopPx * pixelRatio;
  const paint = (words: readonly LegendWord[]) => {
    const place = { left, top, right, lineHeight };
    const lines = paintWords(context, words, palette.text3, place, pixelRatio, groupLinesMax);
    top += Math.min(lines, groupLinesMax) * lineHeight;
  };
  paint(priceWords(state, index));
  for (const shown of state.indicators.overlays) paint(indicatorWords(state, shown, index, false));
  const legend = (y: number, words: readonly LegendWord[]) => {
    const place = { left, top: y, right: frame.plot.right, lineHeight: legendPx * pixelRatio };
    paintWords(context, words, palette.text3, place, pixelRatio, 1);
  };
  if (frame.volume !== null) {
    const volume = format.amount(state.candles.volumes[index]!);
    legend(frame.volume.top, [{ title: 'VOL', text: volume, colour: palette.text1 }]);
  }
  for (const [at, pane] of frame.subs.entries()) {
    const shown = state.indicators.panes[at];
    if (shown !== undefined) legend(pane.top, indicatorWords(state, shown, index, true));
  }
}

/** Paints the highest or lowest price of the view beside its candle, with a short line to it, on the side that has room. */
export function paintExtreme(
  context: CanvasRenderingContext2D,
  state: KlineState,
  frame: KlineFrame,
  text: string,
  x: number,
  y: number,
): void {
  const { pixelRatio, plot } = frame;
  useFont(context, state.palette.fontFamily, pixelRatio, 400);
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
