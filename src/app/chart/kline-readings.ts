import { measuringContext, textWidth, useFont } from './canvas-text.ts';
import type { Area } from './kline-sheet.ts';
import { areaAround } from './kline-sheet.ts';
import type { KlineFrame, KlineState } from './kline-frame.ts';
import type { ShownIndicator } from './kline-indicators.ts';
import type { CandleReading } from './kline-options.ts';
import type { Palette } from './palette.ts';

/** The values of one candle as text: the strip above the plot and the legends of the lower panes. */
export interface KlineReadings {
  /** Shares out the strip for the indicators that are shown now, and answers its height in CSS pixels. */
  measure(widthPx: number): number;
  /** Paints the values of candle `index`; answers what they cover. */
  paint(context: CanvasRenderingContext2D, frame: KlineFrame, index: number): Area[];
}

/** A titled figure. */
interface Word {
  readonly title: string;
  readonly text: string;
  readonly colour: string;
}

/** Where a row of words begins, and how far it may go. Device pixels. */
interface RowPlace {
  readonly top: number;
  readonly right: number;
  readonly lines: number;
}

/** CSS pixels. */
const linePx = 16;
const stripTopPx = 6;
const stripBottomPx = 4;
const sidePx = 8;
const titleGapPx = 4;
const wordGapPx = 12;
/** With long prices a row wraps once; what is more is left out. */
const linesMax = 2;

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

export function createKlineReadings(state: KlineState): KlineReadings {
  /** Lines of each row of the strip: the prices, then the indicators over the candles. */
  let lines: number[] = [];

  const stripWords = (index: number) => [
    priceWords(state, index),
    ...state.indicators.overlays.map((shown) => indicatorWords(state, shown, index)),
  ];

  return {
    measure(widthPx) {
      const context = measuringContext(state.palette.fontFamily);
      const last = state.candles.length - 1;
      const rows = last < 0 ? [[], ...state.indicators.overlays.map(() => [])] : stripWords(last);
      lines = rows.map((words) => layWords(context, words, sidePx, widthPx - sidePx, 1, linesMax).lines);
      return stripTopPx + stripBottomPx + lines.reduce((sum, count) => sum + count * linePx, 0);
    },
    paint(context, frame, index) {
      if (index < 0 || index >= state.candles.length) return [];
      const { pixelRatio, plot, axisPx } = frame;
      useFont(context, state.palette.fontFamily, pixelRatio, 400);
      context.textAlign = 'left';
      context.textBaseline = 'middle';
      const right = plot.right + axisPx * pixelRatio;
      let top = stripTopPx * pixelRatio;
      for (const [at, words] of stripWords(index).entries()) {
        const place = { top, right: right - sidePx * pixelRatio, lines: lines[at] ?? 1 };
        paintWords(context, state.palette, words, place, pixelRatio);
        top += place.lines * linePx * pixelRatio;
      }
      return [areaAround(0, 0, right, plot.top), ...paintLegends(context, state, frame, index)];
    },
  };
}

function paintLegends(context: CanvasRenderingContext2D, state: KlineState, frame: KlineFrame, index: number): Area[] {
  const { pixelRatio, plot } = frame;
  const covered: Area[] = [];
  const paint = (top: number, words: readonly Word[]) => {
    paintWords(context, state.palette, words, { top, right: plot.right, lines: 1 }, pixelRatio);
    covered.push(areaAround(0, top, plot.right, top + linePx * pixelRatio));
  };
  const amount = state.format.amount(state.candles.volumes[index]!);
  if (frame.volume !== null) paint(frame.volume.top, [{ title: 'VOL', text: amount, colour: state.palette.text1 }]);
  for (const [at, pane] of frame.subs.entries()) {
    const shown = state.indicators.panes[at];
    if (shown !== undefined) paint(pane.top, indicatorWords(state, shown, index));
  }
  return covered;
}

function paintWords(
  context: CanvasRenderingContext2D,
  palette: Palette,
  words: readonly Word[],
  place: RowPlace,
  pixelRatio: number,
): void {
  const { starts } = layWords(context, words, sidePx * pixelRatio, place.right, pixelRatio, place.lines);
  for (const [at, { x, line, textX }] of starts.entries()) {
    const { title, text, colour } = words[at]!;
    const y = place.top + (line + 0.5) * linePx * pixelRatio + pixelRatio / 2;
    context.fillStyle = palette.text3;
    if (title !== '') context.fillText(title, x, y);
    context.fillStyle = colour;
    if (text !== '') context.fillText(text, textX, y);
  }
}

/**
 * Where words stand from `left` on, in as many lines as they need and may have. Every digit counts as wide as a
 * nought, so that words keep their place while their figures change.
 */
function layWords(
  context: CanvasRenderingContext2D,
  words: readonly Word[],
  left: number,
  right: number,
  pixelRatio: number,
  most: number,
): { lines: number; starts: { x: number; line: number; textX: number }[] } {
  const starts: { x: number; line: number; textX: number }[] = [];
  let line = 0;
  let x = left;
  for (const { title, text } of words) {
    const titleWidth = title === '' ? 0 : textWidth(context, title) + titleGapPx * pixelRatio;
    const width = titleWidth + textWidth(context, text.replace(/\d/g, '0'));
    if (x > left && x + width > right) {
      if (line + 1 >= most) break;
      line += 1;
      x = left;
    }
    starts.push({ x, line, textX: x + titleWidth });
    x += width + wordGapPx * pixelRatio;
  }
  return { lines: line + 1, starts };
}

function priceWords(state: KlineState, index: number): Word[] {
  const { format } = state;
  const { open, high, low, close, changePercent } = readCandle(state, index);
  const { text1, up, down } = state.palette;
  return [
    { title: 'O', text: format.price(open), colour: text1 },
    { title: 'H', text: format.price(high), colour: text1 },
    { title: 'L', text: format.price(low), colour: text1 },
    { title: 'C', text: format.price(close), colour: text1 },
    { title: '', text: format.percent(changePercent), colour: close >= open ? up : down },
  ];
}

function indicatorWords(state: KlineState, shown: ShownIndicator, index: number): Word[] {
  const { palette } = state;
  const words: Word[] = shown.title === '' ? [] : [{ title: shown.title, text: '', colour: palette.text3 }];
  for (const [at, line] of shown.indicator.lines.entries()) {
    const value = line[index]!;
    if (Number.isNaN(value)) continue;
    const figure = shown.inPrice ? priceFigure(state, value) : value.toFixed(2);
    words.push({ title: '', text: `${shown.lineTitles[at] ?? ''} ${figure}`, colour: palette.lines[at % 3]! });
  }
  return words;
}

/** A price, or what is far smaller than one, as the difference of two averages can be. */
function priceFigure(state: KlineState, value: number): string {
  const tiny = value !== 0 && Math.abs(value) < 10 ** -state.priceDecimals;
  return tiny ? value.toExponential(1).replace(/^-/, '\u2212') : state.format.price(value);
}
