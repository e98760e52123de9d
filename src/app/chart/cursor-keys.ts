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
export function followKeys(element: HTMLElement, target: KeyTarget): () => void {
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
