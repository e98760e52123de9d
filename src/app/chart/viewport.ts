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

export function createViewport(): Viewport {
  let length = 0;
  let right = 0.5;
  let span = spanFloor;

  const end = () => length - 0.5;
  const gap = () => Math.max(gapAtRight, span * gapShare);

  function clamp(): void {
    span = Math.min(Math.max(span, spanMin), Math.max(spanFloor, length * 1.05 + 2 * gapAtRight));
    // A short history may stand at the left edge, with all of its empty room on the right.
    const rightMax = Math.max(end() + Math.max(gap(), span * emptyShareMax), span - 1);
    const rightMin = Math.min(end() + gap(), span * (1 - emptyShareMax));
    right = Math.min(Math.max(right, rightMin), rightMax);
  }

  return {
    get left() {
      return right - span;
    },
    get right() {
      return right;
    },
    get span() {
      return span;
    },
    get atEnd() {
      return right >= end();
    },
    setLength(next) {
      length = next;
      clamp();
    },
    reset(width) {
      span = width / stepAtFirstPx;
      clamp();
      right = end() + gap();
      // A short history begins at the left edge and leaves its room on the right.
      if (length + gap() < span) right = span - 0.5 - gapAtRight / 2;
      clamp();
    },
    fit() {
      span = Math.max(spanMin, length + 2 * gapAtRight);
      right = end() + gapAtRight;
      clamp();
    },
    resize(from, to) {
      if (from <= 0 || to <= 0) return;
      span *= to / from;
      clamp();
    },
    pan(candles) {
      right -= candles;
      clamp();
    },
    zoom(factor, around) {
      const before = span;
      span *= factor;
      clamp();
      right = around + (right - around) * (span / before);
      clamp();
    },
    follow(appended, prepended) {
      const atEnd = right >= end();
      length += appended + prepended;
      right += prepended + (atEnd ? appended : 0);
      clamp();
    },
    reveal(index) {
      if (index - 0.5 < right - span) right = index - 0.5 + span;
      else if (index + 0.5 > right) right = index + 0.5;
      clamp();
    },
    toStart() {
      right = span - 1;
      clamp();
    },
    toEnd() {
      right = end() + gap();
      clamp();
    },
  };
}
