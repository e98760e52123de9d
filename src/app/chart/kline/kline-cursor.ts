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

/** What the keyboard does to a chart. */
interface KeyTarget {
  /** Moves the cursor by candles; without a cursor it begins at the newest in view. */
  moveCursor(candles: number): void;
  cursorToStart(): void;
  cursorToEnd(): void;
  zoomBy(factor: number): void;
  hideCrosshair(): void;
  reset(): void;
}

const zoomStep = 1.25;
const largeStep = 10;

/** Arrows move the cursor (with Shift ten candles), plus and minus zoom, Home and End go to the ends, Escape lets go. */
function followKeys(element: HTMLElement, target: KeyTarget): () => void {
  function press(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const action = actionOf(event);
    if (action === null) return;
    event.preventDefault();
    action();
  }

  function actionOf(event: KeyboardEvent): (() => void) | null {
    const step = event.shiftKey ? largeStep : 1;
    switch (event.key) {
      case 'ArrowLeft':
        return () => target.moveCursor(-step);
      case 'ArrowRight':
        return () => target.moveCursor(step);
      case 'Home':
        return () => target.cursorToStart();
      case 'End':
        return () => target.cursorToEnd();
      case '+':
      case '=':
        return () => target.zoomBy(1 / zoomStep);
      case '-':
      case '_':
        return () => target.zoomBy(zoomStep);
      case '0':
        return () => target.reset();
      case 'Escape':
        return () => target.hideCrosshair();
      default:
        return null;
    }
  }

  element.addEventListener('keydown', press);
  return () => element.removeEventListener('keydown', press);
}
