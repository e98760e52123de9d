import type uPlot from 'uplot';
import { isWholeDays } from '#protocol/market-data/intervals.ts';
import { scaleOf, spanOf } from '../plot.ts';
import { toPixel } from '../price-scale.ts';
import { type CssPx, type PlotPx, toCss, toDevice } from '../px.ts';
import { makePart } from '../parts.ts';
import names from './kline-chart.module.css';
import type { Pane, PanesSize } from './kline-panes.ts';
import type { PaneAxes } from './pane-axes.ts';
import type { Crosshair, KlineState } from './kline-state.ts';

/** The crosshair: uPlot's cursor stands on the candle in all panes; its height and the tags on both axes are its own. */
interface KlineCrosshair {
  show(panes: readonly Pane[], size: PanesSize, crosshair: Crosshair | null): void;
  remove(): void;
}

export function createKlineCrosshair(host: HTMLElement, state: KlineState, axes: PaneAxes): KlineCrosshair {
  const layer = makePart(names['cross'], host);
  layer.hidden = true;
  const make = (name: string) => makePart(names[name], layer);
  const [line, dot, cover] = [make('crossLine'), make('crossDot'), make('crossCover')];
  const [price, time] = [make('crossPrice'), make('crossTime')];

  function showAt({ plot }: Pane, size: PanesSize, { index, y }: Crosshair): void {
    const { candles, format, interval } = state;
    const span = spanOf(plot, 0, 0);
    const scale = scaleOf(plot);
    const x = toCss(span.origin + index * span.step);
    const right: CssPx = size.width - size.axis;
    const paneBottom = toCss(scale.bottom);
    const height: CssPx = Math.min(size.height, Math.max(0, y ?? toCss(toPixel(scale, candles.closes[index]!))));
    setCursor(plot, plot.valToPos(index, 'x'));
    line.style.width = `${right}px`;
    line.style.transform = `translateY(${Math.round(height)}px)`;
    dot.style.transform = `translate(${Math.round(x)}px, ${Math.round(height)}px)`;
    price.hidden = height > paneBottom;
    price.textContent = format.price(scale.max - (toDevice(height) - scale.top) / scale.perUnit);
    price.style.transform = `translate(${right + 1}px, ${Math.round(height)}px)`;
    price.style.width = cover.style.width = `${size.axis - 2}px`;
    const label = axes.labelNear(plot, height);
    cover.hidden = label === null || price.hidden;
    cover.style.transform = `translate(${right + 1}px, ${Math.round(label ?? 0)}px)`;
    time.textContent = format.time(candles.times[index]!, isWholeDays(interval) ? 'date' : 'moment');
    const half = time.offsetWidth / 2;
    time.style.transform = `translateX(${Math.round(Math.min(right - half, Math.max(half, x)))}px)`;
  }

  return {
    show(panes, size, crosshair) {
      const [first] = panes;
      const hidden = crosshair === null || first === undefined;
      if (hidden && layer.hidden) return;
      layer.hidden = hidden;
      if (hidden && first !== undefined) setCursor(first.plot, -10);
      if (!hidden) showAt(first, size, crosshair);
    },
    remove: () => layer.remove(),
  };
}

/** Sets the cursor of all plots that are in sync; uPlot's types leave the third argument out. */
function setCursor(plot: uPlot, left: PlotPx): void {
  const synced: { setCursor(at: { left: PlotPx; top: PlotPx }, fire: boolean, publish: boolean): void } = plot;
  synced.setCursor({ left, top: left < 0 ? left : 1 }, false, true);
}
