import { followKeys } from '../cursor-keys.ts';
import { followGestures } from '../gestures.ts';
import type { CssPx } from '../px.ts';
import type { KlinePicture } from './kline-picture.ts';
import type { Crosshair, KlineState } from './kline-state.ts';

/** What fingers, a mouse and keys do to a chart. */
interface CursorTarget {
  crosshair(): Crosshair | null;
  setCrosshair(next: Crosshair | null): void;
  /** Moves the view and draws it. */
  changeView(change: () => void): void;
  /** The keyboard's cursor rests on a candle. */
  speak(index: number): void;
}

/** Lets pointers and keys on an element move a chart's view and its crosshair. Returns how to stop. */
export function followCursor(
  element: HTMLElement,
  state: KlineState,
  picture: KlinePicture,
  target: CursorTarget,
): () => void {
  const { candles, view } = state;
  const coordinateAt = (px: CssPx) => view.left + (px / picture.plotWidth) * view.span;
  const placeAt = (x: CssPx, y: CssPx): Crosshair => ({ index: indexAt(x), y: y - picture.plots.offsetTop });
  const reset = () => {
    target.setCrosshair(null);
    target.changeView(() => view.reset(picture.plotWidth));
  };
  const hideCrosshair = () => target.setCrosshair(null);

  function indexAt(px: CssPx): number {
    const index = Math.round(coordinateAt(px));
    return Math.min(Math.floor(view.right), candles.length - 1, Math.max(0, Math.ceil(view.left), index));
  }

  const isOver = (x: CssPx) => candles.length > 0 && x <= picture.plotWidth;

  function moveTo(index: number): void {
    if (candles.length === 0) return;
    const at = Math.min(candles.length - 1, Math.max(0, index));
    target.changeView(() => view.reveal(at));
    target.setCrosshair({ index: at, y: null });
    target.speak(at);
  }

  const stopGestures = followGestures(element, {
    panBy: (px) => target.changeView(() => view.pan((px / picture.plotWidth) * view.span)),
    zoomBy: (factor, x) => target.changeView(() => view.zoom(factor, coordinateAt(x))),
    crosshairAt: (x, y) => isOver(x) && target.setCrosshair(placeAt(x, y)),
    // A tap on a marker reads it; any other lets the crosshair go.
    tapAt: (x, y) => target.setCrosshair(isOver(x) ? picture.markerAt(placeAt(x, y)) : null),
    hideCrosshair,
    get crosshairShown() {
      return target.crosshair() !== null;
    },
    reset,
  });
  const stopKeys = followKeys(element, {
    moveCursor(count) {
      const from = target.crosshair()?.index;
      moveTo(from === undefined ? indexAt(picture.plotWidth) : from + count);
    },
    cursorToStart: () => (view.toStart(), moveTo(0)),
    cursorToEnd: () => (view.toEnd(), moveTo(candles.length - 1)),
    zoomBy: (factor) => target.changeView(() => view.zoom(factor, target.crosshair()?.index ?? view.right)),
    hideCrosshair,
    reset,
  });
  return () => {
    stopGestures();
    stopKeys();
  };
}
