import type { CssPx } from './px.ts';

/**
 * Which candles are in view. Candle `i` stands at the coordinate `i`; the view reaches from
 * `right - span` to `right`. Fractions of a candle are kept, so that dragging is smooth.
 */

/** Width of one candle at first. */
const stepAtFirstPx: CssPx = 6;
/** The fewest candles that fill the width. */
const spanMin = 12;
/** The view may always be widened to at least this, also over a short history. */
const spanFloor = 60;
/** Empty room on the right of the newest candle, in candles at the first width and as a share of wider spans. */
const gapAtRight = 1;
const gapShare = 0.02;
/** How far the newest candle may be dragged into the view, and how much must stay at the old end, as a share of the span. */
const emptyShareMax = 0.6;

export interface Viewport {
  readonly left: number;
  readonly right: number;
  readonly span: number;
  /** Whether the newest candle is in view. */
  readonly atEnd: boolean;
  /** The whole length of the history, which bounds the view. */
  setLength(length: number): void;
  /** The newest candles at the first width; `width` is the plot's. */
  reset(width: CssPx): void;
  /** Everything at once. */
  fit(): void;
  /** Keeps the width of a candle when the plot's width changes. */
  resize(from: CssPx, to: CssPx): void;
  /** Moves the view by candles: positive looks back in time. */
  pan(candles: number): void;
  /** Multiplies the span and keeps the coordinate `around` where it is. */
  zoom(factor: number, around: number): void;
  /** Moves with the history: `appended` new candles at the end while the end is in view, `prepended` older ones at the start. */
  follow(appended: number, prepended: number): void;
  /** Moves as little as needed to show candle `index`. */
  reveal(index: number): void;
  toStart(): void;
  toEnd(): void;
}

/** A view over an empty history. */
export function createViewport(): Viewport {
  return new CandleViewport();
}

class CandleViewport implements Viewport {
  #length = 0;
  #right = 0.5;
  #span = spanFloor;

  get left() {
    return this.#right - this.#span;
  }

  get right() {
    return this.#right;
  }

  get span() {
    return this.#span;
  }

  get atEnd() {
    return this.#right >= this.#end;
  }

  setLength(next: number): void {
    this.#length = next;
    this.#clamp();
  }

  reset(width: CssPx): void {
    this.#span = width / stepAtFirstPx;
    this.#clamp();
    this.#right = this.#end + this.#gap;
    // A short history begins at the left edge and leaves its room on the right.
    if (this.#length + this.#gap < this.#span) this.#right = this.#span - 0.5 - gapAtRight / 2;
    this.#clamp();
  }

  fit(): void {
    this.#span = Math.max(spanMin, this.#length + 2 * gapAtRight);
    this.#right = this.#end + gapAtRight;
    this.#clamp();
  }

  resize(from: CssPx, to: CssPx): void {
    if (from <= 0 || to <= 0) return;
    this.#span *= to / from;
    this.#clamp();
  }

  pan(candles: number): void {
    this.#right -= candles;
    this.#clamp();
  }

  zoom(factor: number, around: number): void {
    const before = this.#span;
    this.#span *= factor;
    this.#clamp();
    this.#right = around + (this.#right - around) * (this.#span / before);
    this.#clamp();
  }

  follow(appended: number, prepended: number): void {
    const { atEnd } = this;
    this.#length += appended + prepended;
    this.#right += prepended + (atEnd ? appended : 0);
    this.#clamp();
  }

  reveal(index: number): void {
    if (index - 0.5 < this.left) this.#right = index - 0.5 + this.#span;
    else if (index + 0.5 > this.#right) this.#right = index + 0.5;
    this.#clamp();
  }

  toStart(): void {
    this.#right = this.#span - 1;
    this.#clamp();
  }

  toEnd(): void {
    this.#right = this.#end + this.#gap;
    this.#clamp();
  }

  /** The right edge of the newest candle. */
  get #end() {
    return this.#length - 0.5;
  }

  get #gap() {
    return Math.max(gapAtRight, this.#span * gapShare);
  }

  #clamp(): void {
    this.#span = Math.min(Math.max(this.#span, spanMin), Math.max(spanFloor, this.#length * 1.05 + 2 * gapAtRight));
    // A short history may stand at the left edge, with all of its empty room on the right.
    const rightMax = Math.max(this.#end + Math.max(this.#gap, this.#span * emptyShareMax), this.#span - 1);
    const rightMin = Math.min(this.#end + this.#gap, this.#span * (1 - emptyShareMax));
    this.#right = Math.min(Math.max(this.#right, rightMin), rightMax);
  }
}
