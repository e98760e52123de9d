import { textWidth, useFont } from './canvas-text.ts';
import names from './kline-chart.module.css';
import type { KlineFrame, KlineState } from './kline-frame.ts';
import type { ShownIndicator } from './kline-indicators.ts';
import type { CandleReading } from './kline-options.ts';
import type { Word, WordRow } from './text-cell.ts';
import { createWordRow, moveTo } from './text-cell.ts';

/** The values of one candle as text: the strip above the plot and the legends of the lower panes. */
export interface KlineReadings {
  /** Shows the values of candle `index`. */
  show(index: number): void;
  /** Makes rows for the indicators that are shown now, and answers the strip's height in CSS pixels. */
  measure(context: CanvasRenderingContext2D, widthPx: number, pixelRatio: number): number;
  /** Puts the legends on their panes. */
  place(frame: KlineFrame): void;
  remove(): void;
}

/** Measures of the style sheet, CSS pixels. */
const linePx = 16;
const stripPaddingPx = 10;
const sidePx = 8;
const titleGapPx = 4;
const wordGapPx = 12;
/** Text on the page may be a little wider than on a canvas. */
const safetyShare = 0.97;
/** With long prices a row wraps once; what is more is left out. */
const linesMax = 2;

const lineNames = [names['line1'] ?? '', names['line2'] ?? '', names['line3'] ?? ''];

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

export function createKlineReadings(element: HTMLElement, state: KlineState): KlineReadings {
  const strip = document.createElement('div');
  strip.className = names['strip'] ?? '';
  // The cursor speaks for itself; figures that change every second are not for a reader of the screen.
  strip.setAttribute('aria-hidden', 'true');
  element.append(strip);
  const inStrip = { row: names['line'] ?? '', word: names['word'] ?? '', title: names['title'] ?? '' };
  const onPane = { ...inStrip, row: names['legend'] ?? '' };
  const price = createWordRow(strip, inStrip);
  let overlays: WordRow[] = [];
  let volume: WordRow | null = null;
  let subs: WordRow[] = [];

  const legend = () => {
    const row = createWordRow(element, onPane);
    row.element.setAttribute('aria-hidden', 'true');
    return row;
  };

  function removeRows(): void {
    for (const row of [...overlays, ...subs]) row.element.remove();
    volume?.element.remove();
  }

  return {
    show(index) {
      if (index < 0 || index >= state.candles.length) return;
      price.set(priceWords(state, index));
      for (const [at, row] of overlays.entries()) row.set(indicatorWords(state, state.indicators.overlays[at], index));
      for (const [at, row] of subs.entries()) row.set(indicatorWords(state, state.indicators.panes[at], index));
      volume?.set([{ title: 'VOL', text: state.format.amount(state.candles.volumes[index]!), className: '' }]);
    },
    measure(context, widthPx, pixelRatio) {
      removeRows();
      overlays = state.indicators.overlays.map(() => createWordRow(strip, inStrip));
      subs = state.indicators.panes.map(legend);
      volume = state.volume ? legend() : null;
      const last = state.candles.length - 1;
      this.show(last);
      context.save();
      useFont(context, state.palette.fontFamily, pixelRatio, 400);
      let heightPx = stripPaddingPx;
      for (const [at, row] of [price, ...overlays].entries()) {
        const words =
          last < 0
            ? []
            : at === 0
              ? priceWords(state, last)
              : indicatorWords(state, state.indicators.overlays[at - 1], last);
        const rowPx = linesFor(context, words, widthPx - 2 * sidePx, pixelRatio) * linePx;
        row.element.style.height = `${rowPx}px`;
        heightPx += rowPx;
      }
      context.restore();
      return heightPx;
    },
    place(frame) {
      const { pixelRatio } = frame;
      if (volume !== null && frame.volume !== null) moveTo(volume.element, 0, frame.volume.top / pixelRatio);
      for (const [at, row] of subs.entries()) moveTo(row.element, 0, (frame.subs[at]?.top ?? 0) / pixelRatio);
    },
    remove() {
      removeRows();
      strip.remove();
    },
  };
}

/** Lines that words take at a width, CSS pixels: measured without the page's layout, which would delay the first frame. */
function linesFor(
  context: CanvasRenderingContext2D,
  words: readonly Word[],
  widthPx: number,
  pixelRatio: number,
): number {
  let lines = 1;
  let x = 0;
  for (const { title, text } of words) {
    const gap = title === '' ? 0 : titleGapPx;
    const width = (textWidth(context, title) + textWidth(context, text)) / pixelRatio + gap;
    if (x > 0 && x + width > widthPx * safetyShare) {
      lines += 1;
      x = 0;
    }
    x += width + wordGapPx;
  }
  return Math.min(lines, linesMax);
}

function priceWords(state: KlineState, index: number): Word[] {
  const { format } = state;
  const { open, high, low, close, changePercent } = readCandle(state, index);
  const className = (close >= open ? names['up'] : names['down']) ?? '';
  return [
    { title: 'O', text: format.price(open), className: '' },
    { title: 'H', text: format.price(high), className: '' },
    { title: 'L', text: format.price(low), className: '' },
    { title: 'C', text: format.price(close), className: '' },
    { title: '', text: format.percent(changePercent), className },
  ];
}

function indicatorWords(state: KlineState, shown: ShownIndicator | undefined, index: number): Word[] {
  if (shown === undefined) return [];
  const words: Word[] = shown.title === '' ? [] : [{ title: shown.title, text: '', className: '' }];
  for (const [at, line] of shown.indicator.lines.entries()) {
    const value = line[index]!;
    if (Number.isNaN(value)) continue;
    const figure = shown.inPrice ? priceFigure(state, value) : value.toFixed(2);
    words.push({ title: '', text: `${shown.lineTitles[at] ?? ''} ${figure}`, className: lineNames[at % 3] ?? '' });
  }
  return words;
}

/** A price, or what is far smaller than one, as the difference of two averages can be. */
function priceFigure(state: KlineState, value: number): string {
  const tiny = value !== 0 && Math.abs(value) < 10 ** -state.priceDecimals;
  return tiny ? value.toExponential(1).replace(/^-/, '\u2212') : state.format.price(value);
}
