import { type KeyboardEvent, type TouchEvent, useEffect, useRef } from 'react';

/** A swipe this far turns the page, in CSS pixels. */
const swipePx = 60;
/** It goes at least so many times as far sideways as up or down: what scrolls the page turns nothing. */
const sideways = 2;
/** Swipes from the very edge of the screen are the system's: they go back in its history. */
const edgePx = 24;

interface Point {
  readonly x: number;
  readonly y: number;
}

/** How far a single finger went sideways; null for scrolling, several fingers, and the edges of the screen. */
function swiped(from: Point, to: Point): number | null {
  const [x, y] = [to.x - from.x, to.y - from.y];
  const isOfEdge = from.x < edgePx || from.x > globalThis.innerWidth - edgePx;
  return isOfEdge || Math.abs(x) < swipePx || Math.abs(x) < sideways * Math.abs(y) ? null : x;
}

function pointOf(touches: TouchEvent['touches']): Point | null {
  const first = touches[0];
  return first === undefined || touches.length > 1 ? null : { x: first.clientX, y: first.clientY };
}

/**
 * Turns pages, as of a calendar, by a swipe to the left or right and by the arrow keys, beside the buttons that stand in
 * the same element.
 *
 * @param page which page is shown: after a turn by key the focus stays in the element, wherever it was
 * @param turn called with 1 for the next page and -1 for the one before
 * @returns what the element around pages and buttons is given
 */
export function usePageTurns<Pages extends HTMLElement>(page: unknown, turn: (by: 1 | -1) => void) {
  const element = useRef<Pages>(null);
  const start = useRef<Point | null>(null);
  const isByKey = useRef(false);
  const shown = useRef(page);
  useEffect(() => {
    if (shown.current === page) return;
    shown.current = page;
    // What was focused may have gone with its page.
    if (isByKey.current && document.activeElement === document.body) element.current?.focus({ preventScroll: true });
    isByKey.current = false;
  }, [page]);
  return {
    ref: element,
    tabIndex: -1,
    onTouchStart: (event: TouchEvent) => {
      start.current = pointOf(event.touches);
    },
    onTouchEnd: (event: TouchEvent) => {
      const [from, to] = [start.current, pointOf(event.changedTouches)];
      start.current = null;
      const by = from === null || to === null ? null : swiped(from, to);
      if (by !== null) turn(by < 0 ? 1 : -1);
    },
    onTouchCancel: () => {
      start.current = null;
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
      event.preventDefault();
      isByKey.current = true;
      turn(event.key === 'ArrowRight' ? 1 : -1);
    },
  };
}
