import type { CssPx } from './px.ts';

/** Where a pane stands within the plot, from the plot's top. */
interface Pane {
  readonly top: CssPx;
  readonly bottom: CssPx;
}

interface PaneLayout {
  readonly price: Pane;
  readonly volume: Pane | null;
  readonly subs: readonly Pane[];
}

/** Room at the head of a lower pane for its legend. */
export const legendPx: CssPx = 18;
/** Least width of the price axis; longer prices get more. */
export const priceAxisLeastPx: CssPx = 66;
export const timeAxisPx: CssPx = 24;

/** Shares the plot's height out: the candles get what volume and sub panes leave, and never less than half. */
export function layPanes(heightPx: CssPx, volume: boolean, subCount: number): PaneLayout {
  const wantedVolume = volume ? bounded(heightPx * 0.15, 44, 72) : 0;
  const wantedSub = bounded(heightPx * 0.17, 52, 88);
  const wanted = wantedVolume + wantedSub * subCount;
  const shrink = wanted > heightPx / 2 ? heightPx / 2 / wanted : 1;
  let top = heightPx - wanted * shrink;
  const price = { top: 0, bottom: top };
  const take = (height: CssPx): Pane => {
    const pane = { top, bottom: top + height * shrink };
    top = pane.bottom;
    return pane;
  };
  const volumePane = volume ? take(wantedVolume) : null;
  return { price, volume: volumePane, subs: Array.from({ length: subCount }, () => take(wantedSub)) };
}

function bounded(value: CssPx, least: CssPx, most: CssPx): CssPx {
  return Math.min(most, Math.max(least, value));
}
