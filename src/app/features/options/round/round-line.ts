import type uPlot from 'uplot';
import { createPlotFrame } from '../../../chart/plot-frame.ts';
import { fromPlot } from '../../../chart/plot.ts';
import { canvasRatio, chartTextPx, type CssPx } from '../../../chart/px.ts';
import names from './round-line.module.css';
import { type RoundMarkers, roundOptions, type RoundState } from './round-plot.ts';

export interface RoundLine {
  /** The index in columns, oldest first. Only drawn, so prices are floats. Drawn with the next animation frame. */
  setPoints(times: number[], prices: number[]): void;
  setRound(marks: RoundMarkers): void;
  /** Old data looks old: the line fades and its tag is grey. */
  setStale(stale: boolean): void;
  setLabels(priceText: (price: number) => string, label: string): void;
  destroy(): void;
}

const tagGapPx: CssPx = 2;
/** What the strike's name takes above its line. */
const nameRoomPx: CssPx = 18;

/** Draws the index of a round in an element that has a size; ticks never render anything else. */
export function createRoundLine(element: HTMLElement, priceText: (price: number) => string): RoundLine {
  const state: RoundState = { times: [], prices: [], marks: null, stale: false };
  const layer = createLayer();
  let write = priceText;
  element.setAttribute('role', 'img');
  element.append(layer.element);
  const frame = createPlotFrame(element, {
    options: (palette) => roundOptions(state, palette, (plot) => layer.place(plot, state, write)),
    data() {
      const { times, prices, marks } = state;
      if (marks === null) return null;
      // Without a point there are no scales.
      return times.length === 0 ? [[marks.opensAt], [null]] : [times, prices];
    },
  });
  return {
    setPoints(times, prices) {
      Object.assign(state, { times, prices });
      frame.request();
    },
    setRound(next) {
      state.marks = next;
      frame.remake();
    },
    setStale(next) {
      if (next === state.stale) return;
      state.stale = next;
      frame.remake();
    },
    setLabels(next, label) {
      write = next;
      element.setAttribute('aria-label', label);
      frame.request();
    },
    destroy() {
      frame.remove();
      layer.element.remove();
    },
  };
}

/** What lies under and over the line: both sides of the strike, the newest point, and the tags on the axis. */
function createLayer() {
  const element = document.createElement('div');
  const make = (name: string) => {
    const part = document.createElement('div');
    part.className = names[name] ?? '';
    element.append(part);
    return part;
  };
  make('zones');
  const name = make('name');
  make('last');
  make('dot');
  const [strikeTag, lastTag] = [make('strikeTag'), make('lastTag')];
  element.className = names['layer'] ?? '';
  element.ariaHidden = 'true';
  element.hidden = true;
  const put = (property: string, px: CssPx) => element.style.setProperty(property, `${px}px`);

  return {
    element,
    place(plot: uPlot, { times, prices, marks, stale }: RoundState, write: (price: number) => string) {
      const strike = marks?.strike ?? null;
      const last = prices.at(-1);
      const bottom: CssPx = plot.bbox.height / canvasRatio();
      const tagPx: CssPx = (chartTextPx() * 14) / 11 + 6;
      const yOf = (price: number): CssPx => Math.round(fromPlot(plot.valToPos(price, 'y')));
      const tagAt = (y: CssPx): CssPx => Math.max(tagPx / 2, Math.min(bottom - tagPx / 2, y));
      element.hidden = false;
      element.dataset['side'] = last === undefined ? 'unknown' : sideOf(last, strike);
      element.toggleAttribute('data-stale', stale);
      element.toggleAttribute('data-struck', strike !== null);
      if (last !== undefined) {
        put('--x', fromPlot(plot.valToPos(times.at(-1)!, 'x')));
        put('--last', yOf(last));
        put('--last-tag', tagAt(yOf(last)));
        lastTag.textContent = write(last);
      }
      if (strike === null || marks === null) return;
      const y = yOf(strike);
      put('--strike', y);
      put('--strike-tag', apart(tagAt(y), last === undefined ? null : tagAt(yOf(last)), tagPx + tagGapPx, bottom));
      name.toggleAttribute('data-below', y <= nameRoomPx);
      name.textContent = marks.strikeName;
      strikeTag.textContent = marks.strikeText;
    },
  };
}

function sideOf(price: number, strike: number | null): 'up' | 'down' | 'level' | 'open' {
  if (strike === null) return 'open';
  return price > strike ? 'up' : price < strike ? 'down' : 'level';
}

/** The middle of a tag, moved away from that of another one by at least `gap`. */
function apart(y: CssPx, other: CssPx | null, gap: CssPx, bottom: CssPx): CssPx {
  if (other === null || Math.abs(y - other) >= gap) return y;
  const below = other + gap;
  if (y >= other && below <= bottom - gap / 2) return below;
  return other - gap >= gap / 2 ? other - gap : below;
}
