/** What gestures do to a chart. Positions are CSS pixels from the element's left and top edge. */
export interface GestureTarget {
  /** Positive drags the content to the right, back in time. */
  panBy(px: number): void;
  /** Above 1 shows more; the place at `x` stays. */
  zoomBy(factor: number, x: number): void;
  crosshairAt(x: number, y: number): void;
  /** A finger tapped. */
  tapAt(x: number, y: number): void;
  hideCrosshair(): void;
  readonly crosshairShown: boolean;
  reset(): void;
}

const longPressMs = 350;
const doubleTapMs = 300;
/** A finger that moves less is still pressing. */
const slopPx = 8;
const doubleTapPx = 24;
const wheelFactor = 1.0015;

interface Point {
  x: number;
  y: number;
}

type Mode = 'idle' | 'pressed' | 'panning' | 'crosshair' | 'pinching';

/**
 * Follows pointers on an element: one drags, two pinch, a long press takes the crosshair and the drag then
 * moves it, a tap lets it go, a double tap resets; a mouse hovers with the crosshair and zooms by wheel.
 * Vertical drags stay with the page (`touch-action: pan-y`).
 *
 * @returns how to stop
 */
export function followGestures(element: HTMLElement, target: GestureTarget): () => void {
  const pointers = new Map<number, Point>();
  let mode: Mode = 'idle';
  let pressed: Point = { x: 0, y: 0 };
  let pinch = { distance: 0, middle: 0 };
  let lastTap = { atMs: Number.NEGATIVE_INFINITY, x: 0, y: 0 };
  let longPress: ReturnType<typeof setTimeout> | undefined;
  const stop = new AbortController();
  const listen = { signal: stop.signal };

  const place = (event: MouseEvent): Point => {
    const box = element.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };

  function beginPinch(): void {
    clearTimeout(longPress);
    mode = 'pinching';
    pinch = measurePinch(pointers);
  }

  function down(event: PointerEvent): void {
    if (event.pointerType === 'mouse' && event.button !== 0) return;
    const at = place(event);
    pointers.set(event.pointerId, at);
    capture(element, event.pointerId);
    if (pointers.size === 2) return beginPinch();
    if (pointers.size > 2) return;
    mode = 'pressed';
    pressed = at;
    if (event.pointerType === 'mouse') return;
    longPress = setTimeout(() => {
      if (mode !== 'pressed') return;
      mode = 'crosshair';
      target.crosshairAt(pressed.x, pressed.y);
    }, longPressMs);
  }

  function move(event: PointerEvent): void {
    const at = place(event);
    const before = pointers.get(event.pointerId);
    if (before === undefined) {
      if (event.pointerType === 'mouse') target.crosshairAt(at.x, at.y);
      return;
    }
    pointers.set(event.pointerId, at);
    if (mode === 'pinching') return movePinch();
    if (mode === 'pressed' && Math.hypot(at.x - pressed.x, at.y - pressed.y) > slopPx) {
      clearTimeout(longPress);
      // While a finger's crosshair stands, a drag moves it; a tap gives the drag back to the candles.
      mode = target.crosshairShown && event.pointerType !== 'mouse' ? 'crosshair' : 'panning';
    }
    if (mode === 'panning') target.panBy(at.x - before.x);
    if (mode === 'crosshair' || (mode === 'panning' && event.pointerType === 'mouse')) target.crosshairAt(at.x, at.y);
  }

  function movePinch(): void {
    const now = measurePinch(pointers);
    if (now.distance > 0 && pinch.distance > 0) target.zoomBy(pinch.distance / now.distance, now.middle);
    target.panBy(now.middle - pinch.middle);
    pinch = now;
  }

  function up(event: PointerEvent): void {
    if (!pointers.delete(event.pointerId)) return;
    clearTimeout(longPress);
    if (mode === 'pressed' && event.type === 'pointerup') tapped(event, place(event));
    // The finger that stays after a pinch goes on dragging.
    mode = pointers.size === 1 && mode === 'pinching' ? 'panning' : pointers.size > 1 ? mode : 'idle';
  }

  function tapped(event: PointerEvent, at: Point): void {
    const near = Math.hypot(at.x - lastTap.x, at.y - lastTap.y) < doubleTapPx;
    const twice = near && event.timeStamp - lastTap.atMs < doubleTapMs;
    lastTap = { atMs: twice ? Number.NEGATIVE_INFINITY : event.timeStamp, ...at };
    if (twice) target.reset();
    else if (event.pointerType !== 'mouse') target.tapAt(at.x, at.y);
  }

  function wheel(event: WheelEvent): void {
    event.preventDefault();
    if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) return target.panBy(-event.deltaX);
    target.zoomBy(wheelFactor ** Math.max(-400, Math.min(400, event.deltaY)), place(event).x);
  }

  element.style.touchAction = 'pan-y';
  element.addEventListener('pointerdown', down, listen);
  element.addEventListener('pointermove', move, listen);
  element.addEventListener('pointerup', up, listen);
  element.addEventListener('pointercancel', up, listen);
  element.addEventListener('pointerleave', (event) => event.pointerType === 'mouse' && target.hideCrosshair(), listen);
  element.addEventListener('wheel', wheel, { ...listen, passive: false });
  // A browser that has not begun to scroll leaves the finger to the crosshair when its move is prevented.
  const hold = (event: TouchEvent) => {
    if (event.cancelable && (mode === 'crosshair' || mode === 'pinching')) event.preventDefault();
  };
  element.addEventListener('touchmove', hold, { ...listen, passive: false });
  element.addEventListener('contextmenu', (event) => event.preventDefault(), listen);
  return () => {
    clearTimeout(longPress);
    stop.abort();
  };
}

/** A pointer that is already gone cannot be captured; its gesture ends by itself. */
function capture(element: HTMLElement, pointerId: number): void {
  try {
    element.setPointerCapture(pointerId);
  } catch {
    // Nothing to do: without capture only moves outside of the element are missed.
  }
}

function measurePinch(pointers: ReadonlyMap<number, Point>): { distance: number; middle: number } {
  const [first, second] = pointers.values();
  if (first === undefined || second === undefined) return { distance: 0, middle: 0 };
  return { distance: Math.hypot(second.x - first.x, second.y - first.y), middle: (first.x + second.x) / 2 };
}
