import type { CssPx } from './px.ts';

/** What gestures do to a chart. Places are from the element's left and top edge. */
interface GestureTarget {
  /** Positive drags the content to the right, back in time. */
  panBy?(by: CssPx): void;
  /** Above 1 shows more; the place at `x` stays. */
  zoomBy?(factor: number, x: CssPx): void;
  crosshairAt(x: CssPx, y: CssPx): void;
  /** A finger tapped; without this it lets the crosshair go. */
  tapAt?(x: CssPx, y: CssPx): void;
  hideCrosshair(): void;
  readonly crosshairShown: boolean;
  reset?(): void;
}

const longPressMs = 350;
const doubleTapMs = 300;
/** A finger that moves less is still pressing. */
const slopPx: CssPx = 8;
const doubleTapPx: CssPx = 24;
const wheelFactor = 1.0015;

interface Point {
  x: CssPx;
  y: CssPx;
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
  const gestures = new Gestures(element, target);
  return () => gestures.stop();
}

class Gestures {
  readonly #element: HTMLElement;
  readonly #target: GestureTarget;
  readonly #stopping = new AbortController();
  readonly #pointers = new Map<number, Point>();
  #mode: Mode = 'idle';
  #pressed: Point = { x: 0, y: 0 };
  #pinch = { distance: 0, middle: 0 };
  #lastTap = { atMs: Number.NEGATIVE_INFINITY, x: 0, y: 0 };
  #longPress: ReturnType<typeof setTimeout> | undefined;

  constructor(element: HTMLElement, target: GestureTarget) {
    this.#element = element;
    this.#target = target;
    const listen = { signal: this.#stopping.signal };
    element.style.touchAction = 'pan-y';
    element.addEventListener('pointerdown', (event) => this.#down(event), listen);
    element.addEventListener('pointermove', (event) => this.#move(event), listen);
    element.addEventListener('pointerup', (event) => this.#up(event), listen);
    element.addEventListener('pointercancel', (event) => this.#up(event), listen);
    element.addEventListener(
      'pointerleave',
      (event) => event.pointerType === 'mouse' && target.hideCrosshair(),
      listen,
    );
    element.addEventListener('wheel', (event) => this.#wheel(event), { ...listen, passive: false });
    // A browser that has not begun to scroll leaves the finger to the crosshair when its move is prevented.
    const hold = (event: TouchEvent) => {
      const isHeld = this.#mode === 'crosshair' || this.#mode === 'pinching';
      if (event.cancelable && isHeld) event.preventDefault();
    };
    element.addEventListener('touchmove', hold, { ...listen, passive: false });
    element.addEventListener('contextmenu', (event) => event.preventDefault(), listen);
  }

  stop(): void {
    clearTimeout(this.#longPress);
    this.#stopping.abort();
  }

  #place(event: MouseEvent): Point {
    const box = this.#element.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }

  #down(event: PointerEvent): void {
    if (event.pointerType === 'mouse' && event.button !== 0) return;
    const at = this.#place(event);
    this.#pointers.set(event.pointerId, at);
    capture(this.#element, event.pointerId);
    if (this.#pointers.size === 2) return this.#beginPinch();
    if (this.#pointers.size > 2) return;
    this.#mode = 'pressed';
    this.#pressed = at;
    if (event.pointerType === 'mouse') return;
    this.#longPress = setTimeout(() => {
      if (this.#mode !== 'pressed') return;
      this.#mode = 'crosshair';
      this.#target.crosshairAt(at.x, at.y);
    }, longPressMs);
  }

  #move(event: PointerEvent): void {
    const target = this.#target;
    const at = this.#place(event);
    const before = this.#pointers.get(event.pointerId);
    const isMouse = event.pointerType === 'mouse';
    if (before === undefined) {
      if (isMouse) target.crosshairAt(at.x, at.y);
      return;
    }
    this.#pointers.set(event.pointerId, at);
    if (this.#mode === 'pinching') return this.#movePinch();
    if (this.#mode === 'pressed' && Math.hypot(at.x - this.#pressed.x, at.y - this.#pressed.y) > slopPx) {
      clearTimeout(this.#longPress);
      // While a finger's crosshair stands, a drag moves it; a tap gives the drag back to the candles.
      this.#mode = target.crosshairShown && !isMouse ? 'crosshair' : 'panning';
    }
    if (this.#mode === 'panning') target.panBy?.(at.x - before.x);
    if (this.#mode === 'crosshair' || (this.#mode === 'panning' && isMouse)) target.crosshairAt(at.x, at.y);
  }

  #beginPinch(): void {
    clearTimeout(this.#longPress);
    this.#mode = 'pinching';
    this.#pinch = measurePinch(this.#pointers);
  }

  #movePinch(): void {
    const now = measurePinch(this.#pointers);
    const { distance, middle } = this.#pinch;
    if (now.distance > 0 && distance > 0) this.#target.zoomBy?.(distance / now.distance, now.middle);
    this.#target.panBy?.(now.middle - middle);
    this.#pinch = now;
  }

  #up(event: PointerEvent): void {
    if (!this.#pointers.delete(event.pointerId)) return;
    clearTimeout(this.#longPress);
    if (this.#mode === 'pressed' && event.type === 'pointerup') this.#tapped(event, this.#place(event));
    // The finger that stays after a pinch goes on dragging.
    if (this.#pointers.size === 1 && this.#mode === 'pinching') this.#mode = 'panning';
    else if (this.#pointers.size <= 1) this.#mode = 'idle';
  }

  #tapped(event: PointerEvent, at: Point): void {
    const near = Math.hypot(at.x - this.#lastTap.x, at.y - this.#lastTap.y) < doubleTapPx;
    const twice = near && event.timeStamp - this.#lastTap.atMs < doubleTapMs;
    this.#lastTap = { atMs: twice ? Number.NEGATIVE_INFINITY : event.timeStamp, ...at };
    if (twice) this.#target.reset?.();
    else if (event.pointerType === 'mouse') return;
    else if (this.#target.tapAt === undefined) this.#target.hideCrosshair();
    else this.#target.tapAt(at.x, at.y);
  }

  #wheel(event: WheelEvent): void {
    // What cannot be zoomed leaves the wheel to the page.
    if (this.#target.zoomBy === undefined) return;
    event.preventDefault();
    if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) return this.#target.panBy?.(-event.deltaX);
    const turned = Math.max(-400, Math.min(400, event.deltaY));
    this.#target.zoomBy(wheelFactor ** turned, this.#place(event).x);
  }
}

/** A pointer that is already gone cannot be captured; its gesture ends by itself. */
function capture(element: HTMLElement, pointerId: number): void {
  try {
    element.setPointerCapture(pointerId);
  } catch {
    // Nothing to do: without capture only moves outside of the element are missed.
  }
}

function measurePinch(pointers: ReadonlyMap<number, Point>): { distance: CssPx; middle: CssPx } {
  const [first, second] = pointers.values();
  if (first === undefined || second === undefined) return { distance: 0, middle: 0 };
  return { distance: Math.hypot(second.x - first.x, second.y - first.y), middle: (first.x + second.x) / 2 };
}
