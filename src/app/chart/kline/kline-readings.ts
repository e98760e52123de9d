import { measuringContext, textWidth, useFont } from '../canvas-text.ts';
import type { Area } from './kline-sheet.ts';
import { areaAround } from './kline-sheet.ts';
import type { KlineFrame, KlineState } from './kline-frame.ts';
import type { ShownIndicator } from './kline-indicators.ts';
import type { ChartMarker } from './kline-markers.ts';
import { markersOf } from './kline-markers.ts';
import type { CandleReading } from './kline-options.ts';
import type { Palette } from '../palette.ts';

/** The values of one candle as text: the strip above the plot and the legends of the lower panes. */
export interface KlineReadings {
  /** Shares out the strip for the indicators that are shown now, and answers its height in CSS pixels. */
  measure(widthPx: number): number;
  /**
   * Paints the strip's values of candle `index`.
   *
   * @param hit markers that are pointed at: they are told in place of the prices
   * @param restore takes back what stands in an area, where the last strip is still there: then only the words that
   *   changed are painted; null where the scene is bare
   */
  paintStrip(
    context: CanvasRenderingContext2D,
    frame: KlineFrame,
    index: number,
    hit: readonly ChartMarker[],
    restore: Restore | null,
  ): void;
  /** Paints the legends of the lower panes; answers what they cover. */
  paintLegends(context: CanvasRenderingContext2D, frame: KlineFrame, index: number): Area[];
}

/** A titled figure. */
interface Word {
  readonly title: string;
  readonly text: string;
  readonly colour: string;
}

export type Restore = (area: Area) => void;

/** Where a word stands. Device pixels. */
interface WordStart {
  readonly x: number;
  readonly line: number;
  readonly textX: number;
  readonly textWidth: number;
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
    markers: markersOf(state, index),
  };
}

export function createKlineReadings(state: KlineState): KlineReadings {
  /** Lines of each row of the strip: the prices, then the indicators over the candles. */
  let lines: number[] = [];
  /** The strip as it was painted last. */
  let shown: { words: readonly Word[]; starts: readonly WordStart[] }[] = [];

  const stripWords = (index: number, hit: readonly ChartMarker[]) => [
    hit.length > 0 ? markerWords(state, hit) : priceWords(state, index),
    ...state.indicators.overlays.map((overlay) => indicatorWords(state, overlay, index)),
  ];

  return {
    measure(widthPx) {
      const context = measuringContext(state.palette.fontFamily);
      const last = state.candles.length - 1;
      const rows = last < 0 ? [[], ...state.indicators.overlays.map(() => [])] : stripWords(last, []);
      lines = rows.map((words) => layWords(context, words, sidePx, widthPx - sidePx, 1, linesMax).lines);
      return stripTopPx + stripBottomPx + lines.reduce((sum, count) => sum + count * linePx, 0);
    },
    paintStrip(context, frame, index, hit, restore) {
      const before = restore === null ? [] : shown;
      shown = [];
      if (index < 0 || index >= state.candles.length) return;
      const { pixelRatio, plot, axisPx } = frame;
      setStyle(context, state, pixelRatio);
      const right = plot.right + axisPx * pixelRatio;
      let top = stripTopPx * pixelRatio;
      for (const [at, words] of stripWords(index, hit).entries()) {
        const place = { top, right: right - sidePx * pixelRatio, lines: lines[at] ?? 1 };
        const bottom = top + place.lines * linePx * pixelRatio;
        const last = before[at];
        if (restore !== null && last !== undefined && sameShape(last.words, words)) {
          repaintWords(context, words, last, place, pixelRatio, restore);
          shown.push({ words, starts: last.starts });
        } else {
          restore?.(areaAround(0, top, right, bottom));
          shown.push({ words, starts: paintWords(context, state.palette, words, place, pixelRatio) });
        }
        top = bottom;
      }
    },
    paintLegends(context, frame, index) {
      if (index < 0 || index >= state.candles.length) return [];
      setStyle(context, state, frame.pixelRatio);
      return paintLegends(context, state, frame, index);
    },
  };
}

function setStyle(context: CanvasRenderingContext2D, state: KlineState, pixelRatio: number): void {
  useFont(context, state.palette.fontFamily, pixelRatio, 400);
  context.textAlign = 'left';
  context.textBaseline = 'middle';
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
): readonly WordStart[] {
  const { starts } = layWords(context, words, sidePx * pixelRatio, place.right, pixelRatio, place.lines);
  for (const [at, { x, line, textX }] of starts.entries()) {
    const { title, text, colour } = words[at]!;
    const y = wordMiddle(place, line, pixelRatio);
    context.fillStyle = palette.text3;
    if (title !== '') context.fillText(title, x, y);
    context.fillStyle = colour;
    if (text !== '') context.fillText(text, textX, y);
  }
  return starts;
}

/** Paints those words of a row again that say something else than before, in the same places. */
function repaintWords(
  context: CanvasRenderingContext2D,
  words: readonly Word[],
  before: { readonly words: readonly Word[]; readonly starts: readonly WordStart[] },
  place: RowPlace,
  pixelRatio: number,
  restore: Restore,
): void {
  for (const [at, { line, textX, textWidth: width }] of before.starts.entries()) {
    const { text, colour } = words[at]!;
    if (text === before.words[at]!.text && colour === before.words[at]!.colour) continue;
    const top = place.top + line * linePx * pixelRatio;
    const side = (titleGapPx / 2) * pixelRatio;
    restore(areaAround(textX - side, top, textX + width + side, top + linePx * pixelRatio));
    context.fillStyle = colour;
    context.fillText(text, textX, wordMiddle(place, line, pixelRatio));
  }
}

function wordMiddle(place: RowPlace, line: number, pixelRatio: number): number {
  return place.top + ((line + 0.5) * linePx + 0.5) * pixelRatio;
}

/** Whether two rows differ in nothing but digits and colours, and so stand in the same places. */
function sameShape(before: readonly Word[], now: readonly Word[]): boolean {
  return (
    before.length === now.length &&
    before.every(({ title, text }, at) => title === now[at]!.title && sameButDigits(text, now[at]!.text))
  );
}

function sameButDigits(before: string, now: string): boolean {
  if (before.length !== now.length) return false;
  for (let at = 0; at < now.length; at += 1) {
    if (before[at] !== now[at] && !(isDigit(before.charCodeAt(at)) && isDigit(now.charCodeAt(at)))) return false;
  }
  return true;
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
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
): { lines: number; starts: WordStart[] } {
  const starts: WordStart[] = [];
  let line = 0;
  let x = left;
  for (const { title, text } of words) {
    const titleWidth = title === '' ? 0 : textWidth(context, title) + titleGapPx * pixelRatio;
    const figureWidth = textWidth(context, text.replace(/\d/g, '0'));
    const width = titleWidth + figureWidth;
    if (x > left && x + width > right) {
      if (line + 1 >= most) break;
      line += 1;
      x = left;
    }
    starts.push({ x, line, textX: x + titleWidth, textWidth: figureWidth });
    x += width + wordGapPx * pixelRatio;
  }
  return { lines: line + 1, starts };
}

function markerWords({ palette }: KlineState, hit: readonly ChartMarker[]): Word[] {
  return hit.map(({ letter, side, text }) => ({
    title: letter,
    text,
    colour: side === 'buy' ? palette.up : palette.down,
  }));
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
