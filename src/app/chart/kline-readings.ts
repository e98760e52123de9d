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
  measure(): number;
  /** Puts the legends on their panes. */
  place(frame: KlineFrame): void;
  remove(): void;
}

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
    measure() {
      removeRows();
      overlays = state.indicators.overlays.map(() => createWordRow(strip, inStrip));
      subs = state.indicators.panes.map(legend);
      volume = state.volume ? legend() : null;
      this.show(state.candles.length - 1);
      fixHeights([price, ...overlays]);
      return strip.offsetHeight;
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

/** Gives rows the height their figures need now, so that they wrap when they must and stay still afterwards. */
function fixHeights(rows: readonly WordRow[]): void {
  const measured = names['measured'] ?? '';
  for (const { element } of rows) {
    element.style.height = '';
    element.classList.add(measured);
  }
  const heights = rows.map(({ element }) => element.offsetHeight);
  for (const [at, { element }] of rows.entries()) {
    element.classList.remove(measured);
    element.style.height = `${Math.max(16, heights[at] ?? 0)}px`;
  }
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
