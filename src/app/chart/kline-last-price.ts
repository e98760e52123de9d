import { nextCandleStart } from '../../contract/intervals.ts';
import { formatRemaining } from './chart-format.ts';
import names from './kline-chart.module.css';
import type { KlineFrame, KlineState } from './kline-frame.ts';
import { toPixel } from './price-scale.ts';
import { createTextCell, moveTo, setHidden } from './text-cell.ts';

/** The dashed line at the last price and its tag on the axis. Elements, so that a tick moves them without drawing. */
export interface LastPrice {
  show(frame: KlineFrame, nowMs: number): void;
  remove(): void;
}

/** Height of the tag, as in the style sheet. */
const placePx = 34;

/** Middle of the tag, device pixels: the price's height, kept within the price pane. */
export function tagMiddle(state: KlineState, frame: KlineFrame): number {
  const y = toPixel(frame.price, state.candles.closes[state.candles.length - 1]!);
  const half = (placePx / 2) * frame.pixelRatio;
  return Math.min(frame.price.bottom - half, Math.max(frame.price.top + half, y));
}

export function createLastPrice(element: HTMLElement, state: KlineState): LastPrice {
  const line = document.createElement('div');
  const place = document.createElement('div');
  const tag = document.createElement('div');
  place.className = names['lastPlace'] ?? '';
  place.append(tag);
  const price = createTextCell(tag, 'div');
  const remaining = createTextCell(tag, 'div');
  for (const part of [line, place]) {
    part.setAttribute('aria-hidden', 'true');
    part.hidden = true;
  }
  element.append(line, place);
  let shownClass = '';

  function colour(): void {
    const up = state.direction === 1;
    const next = state.stale ? 'stale' : up ? 'up' : 'down';
    if (next === shownClass) return;
    shownClass = next;
    line.className = `${names['lastLine']} ${names[next]}`;
    tag.className = `${names['lastTag']} ${names[state.stale ? 'tagStale' : up ? 'tagUp' : 'tagDown']}`;
  }

  return {
    show(frame, nowMs) {
      const { candles, format, interval } = state;
      const last = candles.length - 1;
      setHidden(place, last < 0 || !frame.filled);
      if (place.hidden) {
        setHidden(line, true);
        return;
      }
      colour();
      const { price: scale, pixelRatio } = frame;
      const y = toPixel(scale, candles.closes[last]!);
      const inView = y >= scale.top && y <= scale.bottom;
      setHidden(line, !inView);
      if (inView) moveTo(line, 0, Math.round(y) / pixelRatio);
      moveTo(place, 0, Math.round(tagMiddle(state, frame)) / pixelRatio - placePx / 2);
      price.set(format.price(candles.closes[last]!), names['lastPrice'] ?? '');
      remaining.set(formatRemaining(nextCandleStart(candles.times[last]!, interval) - nowMs), '');
    },
    remove() {
      line.remove();
      place.remove();
    },
  };
}
