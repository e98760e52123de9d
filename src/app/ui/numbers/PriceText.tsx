import { useImperativeHandle, useRef, type Ref } from 'react';
import { classNames } from '../class-names.ts';
import { type Direction, directionName } from './direction.ts';
import css from './PriceText.module.css';

/** How long a cell keeps its tint, in milliseconds: `--dur-3` of the visual language. */
const flashMs = 250;
/** Flashes that began within one frame of each other end together. */
const frameMs = 16;

/** When the flash of each cell ends. All last equally long, so those that began first are first and end first. */
const ends = new Map<HTMLElement, number>();
let isTimed = false;

/**
 * Tints an element in the direction of a change for 250 ms. Its style sheet draws the tint by `data-flash`, without a
 * transition: the page is painted twice for a flash, not in each frame of it. One timer serves all cells.
 */
function flashCell(element: HTMLElement, direction: Exclude<Direction, 0>): void {
  element.dataset['flash'] = directionName(direction);
  ends.delete(element);
  ends.set(element, performance.now() + flashMs);
  if (!isTimed) waitForEnd(flashMs);
}

function waitForEnd(delayMs: number): void {
  isTimed = true;
  setTimeout(endFlashes, delayMs);
}

function endFlashes(): void {
  isTimed = false;
  const now = performance.now();
  for (const [element, end] of ends) {
    if (end - now > frameMs) return waitForEnd(end - now);
    ends.delete(element);
    delete element.dataset['flash'];
  }
}

/** At most two flashes a second in one cell. */
const flashGapMs = 500;

export interface PriceTextHandle {
  /** Writes the text straight into the page, without React, and flashes it in the direction. */
  set: (text: string, direction: Direction) => void;
}

interface PriceTextProps {
  ref?: Ref<PriceTextHandle>;
  /** The initial value, and the value whenever it changes through React. */
  text: string;
  direction?: Direction;
  /** 12 in the book, 14 in stats, 15 in lists, 20, 30 over the chart, 38 for a balance. */
  size?: 'xs' | 's' | 'm' | 'l' | 'xl' | 'xxl';
  /** The text takes the colour of its last direction and keeps it. */
  coloured?: boolean;
  /** Old data: the quieter colour, no flash. */
  stale?: boolean;
  /** Off for numbers that change with a user's own typing. */
  flash?: boolean;
}

/** A live number. Ticks go through `ref.set`, so that they never render React. */
export function PriceText(props: PriceTextProps) {
  const { ref, text, direction = 0, size = 'm', coloured = false, stale = false, flash = true } = props;
  const cell = useRef<HTMLSpanElement>(null);
  const flashedAt = useRef(Number.NEGATIVE_INFINITY);
  useImperativeHandle(ref, () => ({
    set(next, towards) {
      const element = cell.current;
      if (!element || element.textContent === next) return;
      // The text node itself is written, so that React still finds its own node at the next render.
      const node = element.firstChild;
      if (node) node.nodeValue = next;
      else element.textContent = next;
      element.dataset['direction'] = directionName(towards);
      const now = performance.now();
      if (!flash || stale || towards === 0 || now - flashedAt.current < flashGapMs) return;
      if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
      flashedAt.current = now;
      flashCell(element, towards);
    },
  }));
  return (
    <span
      ref={cell}
      className={classNames(css['price'], css[size], coloured && css['coloured'], stale && css['stale'])}
      data-direction={directionName(direction)}
    >
      {text}
    </span>
  );
}
