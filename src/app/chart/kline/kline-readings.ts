import names from './kline-chart.module.css';
import type { ShownIndicator } from './kline-indicators.ts';
import type { ChartMarker } from './kline-options.ts';
import type { Pane } from './kline-panes.ts';
import { isUp, type KlineState, readCandle } from './kline-state.ts';

/** The values of one candle as text: the strip above the plots and the legends of the lower panes. */
interface KlineReadings {
  /** Where the strip stands; the plots take the room below it. */
  readonly strip: HTMLElement;
  /** Lets the strip take the height that its values need, and keep it: digits change and nothing moves. */
  layStrip(): void;
  /** The strip was laid out. */
  hold(): void;
  /**
   * Writes the values of candle `index`.
   *
   * @param hit markers that are pointed at: they are read out in place of the prices
   */
  write(panes: readonly Pane[], index: number, hit: readonly ChartMarker[]): void;
  remove(): void;
}

/** A titled figure; the colour is that of a class. */
interface Word {
  readonly title: string;
  readonly text: string;
  readonly tone: string;
}

interface Row {
  readonly element: HTMLElement;
  write(words: readonly Word[]): void;
}

export function createKlineReadings(host: HTMLElement, plots: HTMLElement, state: KlineState): KlineReadings {
  const strip = document.createElement('div');
  strip.className = names['strip'] ?? '';
  strip.ariaHidden = 'true';
  host.prepend(strip);
  let rows: Row[] = [];
  let legends: Row[] = [];

  function fitted(made: Row[], count: number, parent: HTMLElement, name: string): Row[] {
    while (made.length > count) made.pop()?.element.remove();
    while (made.length < count) made.push(makeRow(parent, name));
    return made;
  }

  function writeLegends(panes: readonly Pane[], index: number): void {
    const amount = { title: 'VOL', text: state.format.amount(state.candles.volumes[index]!), tone: 'plain' };
    const words = [
      ...(state.volume ? [[amount]] : []),
      ...state.indicators.panes.map((each) => indicatorWords(state, each, index)),
    ];
    legends = fitted(legends, words.length, plots, 'legend');
    for (const [at, legend] of legends.entries()) {
      legend.write(words[at]!);
      const top = `${panes[at + 1]?.top ?? 0}px`;
      if (legend.element.style.top !== top) legend.element.style.top = top;
    }
  }

  return {
    strip,
    layStrip: () => void (strip.style.height = strip.style.contain = ''),
    hold() {
      if (strip.style.height !== '') return;
      strip.style.height = `${strip.offsetHeight}px`;
      // From here on new digits lay out the strip alone.
      strip.style.contain = 'strict';
    },
    write(panes, index, hit) {
      const { candles, indicators } = state;
      const isEmpty = index < 0 || index >= candles.length;
      strip.hidden = isEmpty;
      if (isEmpty) return;
      const words = [
        hit.length > 0 ? hit.map(markerWord) : priceWords(state, index),
        ...indicators.overlays.map((overlay) => indicatorWords(state, overlay, index)),
      ];
      rows = fitted(rows, words.length, strip, 'row');
      for (const [at, row] of rows.entries()) row.write(words[at]!);
      writeLegends(panes, index);
    },
    remove() {
      strip.remove();
      for (const { element } of legends) element.remove();
    },
  };
}

/** A row whose words are written only where they say something else than before. */
function makeRow(parent: HTMLElement, name: string): Row {
  const element = document.createElement('div');
  element.className = names[name] ?? '';
  element.ariaHidden = 'true';
  parent.append(element);
  const parts: { readonly place: HTMLElement; readonly title: Text; readonly text: Text }[] = [];
  return {
    element,
    write(words) {
      while (parts.length > words.length) parts.pop()?.place.remove();
      for (const [at, { title, text, tone }] of words.entries()) {
        parts[at] ??= makePart(element);
        const part = parts[at];
        const head = title === '' ? '' : `${title}\u00a0`;
        if (part.title.data !== head) part.title.data = head;
        if (part.text.data !== text) part.text.data = text;
        if (part.place.dataset['tone'] !== tone) part.place.dataset['tone'] = tone;
      }
    },
  };
}

function makePart(parent: HTMLElement) {
  const place = document.createElement('span');
  const figure = document.createElement('b');
  const [title, text] = [new Text(), new Text()];
  figure.append(text);
  place.append(title, figure);
  parent.append(place);
  return { place, title, text };
}

function markerWord({ letter, side, text }: ChartMarker): Word {
  return { title: letter, text, tone: side === 'buy' ? 'up' : 'down' };
}

function priceWords(state: KlineState, index: number): Word[] {
  const { format } = state;
  const { open, high, low, close, changePercent } = readCandle(state, index, []);
  const word = (title: string, value: number) => ({ title, text: format.price(value), tone: 'plain' });
  const change = { title: '', text: format.percent(changePercent), tone: isUp(state, index) ? 'up' : 'down' };
  return [word('O', open), word('H', high), word('L', low), word('C', close), change];
}

function indicatorWords(state: KlineState, shown: ShownIndicator, index: number): Word[] {
  const words: Word[] = shown.title === '' ? [] : [{ title: shown.title, text: '', tone: 'plain' }];
  for (const [at, line] of shown.indicator.lines.entries()) {
    const value = line[index]!;
    if (Number.isNaN(value)) continue;
    const figure = shown.inPrice ? priceFigure(state, value) : value.toFixed(2);
    words.push({ title: '', text: `${shown.lineTitles[at] ?? ''} ${figure}`, tone: `ma-${(at % 3) + 1}` });
  }
  return words;
}

/** A price, or what is far smaller than one, as the difference of two averages can be. */
function priceFigure(state: KlineState, value: number): string {
  const tiny = value !== 0 && Math.abs(value) < 10 ** -state.priceDecimals;
  return tiny ? value.toExponential(1).replace(/^-/, '\u2212') : state.format.price(value);
}
