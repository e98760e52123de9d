import type uPlot from 'uplot';
import { pushedApart } from '#app/chart/lines/line-places.ts';
import { makePart } from '#app/chart/parts.ts';
import { createPlotFrame } from '#app/chart/plot-frame.ts';
import { fromPlot } from '#app/chart/plot.ts';
import { chartTextPx, type CssPx, toCss } from '#app/chart/px.ts';
import names from './round-line.module.css';
import { type RoundMarkers, roundOptions, type RoundState } from './round-plot.ts';

export interface RoundLine {
  /** The index in columns, oldest first. Only drawn, so prices are floats. Drawn with the next animation frame. */
  setPoints(times: number[], prices: number[]): void;
  setRound(marks: RoundMarkers): void;
  destroy(): void;
}

const tagGapPx: CssPx = 2;
/** What the strike's name takes above its line. */
const nameRoomPx: CssPx = 18;

/** Draws the index of a round in an element that has a size; ticks never render anything else. */
export function createRoundLine(element: HTMLElement): RoundLine {
  const state: RoundState = { times: [], prices: [], marks: null };
  const layer = createLayer();
  element.setAttribute('role', 'img');
  element.append(layer.element);
  const frame = createPlotFrame(element, {
    options: (palette) => roundOptions(state, palette, (plot) => layer.place(plot, state)),
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
      element.setAttribute('aria-label', next.label);
      frame.remake();
    },
    destroy() {
      frame.remove();
      layer.element.remove();
    },
  };
}

/** What lies under and over the line: both sides of the strike, the newest point, and the tags on the axis. */
function createLayer() {
  const element = makePart(names['layer']);
  const make = (name: string) => makePart(names[name], element);
  make('zones');
  const name = make('name');
  make('last');
  make('dot');
  const [strikeTag, lastTag] = [make('strikeTag'), make('lastTag')];
  element.hidden = true;
  const put = (property: string, px: CssPx) => element.style.setProperty(property, `${px}px`);

  return {
    element,
    place(plot: uPlot, { times, prices, marks }: RoundState) {
      if (marks === null) return;
      const { strike, stale, strikeName, priceText } = marks;
      const last = prices.at(-1);
      const bottom = toCss(plot.bbox.height);
      const tagPx: CssPx = (chartTextPx() * 14) / 11 + 6;
      const yOf = (price: number): CssPx => Math.round(fromPlot(plot.valToPos(price, 'y')));
      element.hidden = false;
      element.dataset['side'] = last === undefined ? 'unknown' : sideOf(last, strike);
      element.toggleAttribute('data-stale', stale);
      element.toggleAttribute('data-struck', strike !== null);
      const heights = [last ?? null, strike].filter((price) => price !== null).map(yOf);
      const tags = pushedApart(heights, tagPx + tagGapPx, tagPx / 2, bottom - tagPx / 2);
      if (strike !== null) {
        put('--strike', yOf(strike));
        put('--strike-tag', tags.at(-1)!);
        name.toggleAttribute('data-below', yOf(strike) <= nameRoomPx);
        name.textContent = strikeName;
        strikeTag.textContent = priceText(strike);
      }
      if (last !== undefined) {
        put('--x', fromPlot(plot.valToPos(times.at(-1)!, 'x')));
        put('--last', yOf(last));
        put('--last-tag', tags[0]!);
        lastTag.textContent = priceText(last);
      }
    },
  };
}

function sideOf(price: number, strike: number | null): 'up' | 'down' | 'level' | 'open' {
  if (strike === null) return 'open';
  return price > strike ? 'up' : price < strike ? 'down' : 'level';
}
